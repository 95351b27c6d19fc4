# SPDX-License-Identifier: Apache-2.0 OR MIT
# The front door. CMake does the work: `cmake --list-presets`.
.PHONY: help demo test full check lint fuzz faults ct oracles tool ram bench bench-docs bench-accept clean format
.DEFAULT_GOAL := help

help:
	@echo "make demo    activate a feature of an emulated 8 kB board with a post-quantum signature"
	@echo "make test    run every test; the last line is the result"
	@echo "make full    every case of the tests that \`make test\` takes a sample of; counts in build/results/full.txt"
	@echo "make check   what a minute can tell, while you edit"
	@echo "make lint    formatters, linters and the version, as \`make test\` checks them"
	@echo "make fuzz    ten minutes of each fuzz target, or SECONDS=; counts in build/results/fuzz.txt"
	@echo "make faults  disturb every single instruction; records it for docs/assurance.md; takes a night"
	@echo "make ct      look for secrets in branches and addresses, with every compiler and level; counts in build/results/ct.txt"
	@echo "make oracles compare many keys and signatures with others' code; counts in build/results/oracles.txt"
	@echo "make tool    build the host tool: .venv/bin/kilosig"
	@echo "make ram     measure RAM on the boards; the tables of docs/schemes and firmware/README.md"
	@echo "make bench   measure RAM, flash and cycles into build/bench.json; SCHEME=, CORE=, VARIANT=, OPT= restrict it"
	@echo "make bench-docs    docs/benchmarks.md, its plots, docs/figures.md and README.md's table"
	@echo "make bench-accept  accept build/bench.json as what may not get worse"
	@echo "make format  format the C sources with clang-format"
	@echo "make clean   remove what was built (the Python environment .venv stays)"
	@echo
	@echo "demo, test and tool first install what is missing: system packages with apt-get, Python packages in .venv."

demo: tool
	@scripts/setup.sh demo
	@scripts/build.sh cortex-m3:firmware
	@.venv/bin/kilosig demo

test:
	@scripts/setup.sh test
	@.venv/bin/python -u scripts/test.py

full:
	@scripts/setup.sh test
	@.venv/bin/python -u scripts/test.py --full

check:
	@scripts/setup.sh test
	@.venv/bin/python -u scripts/test.py --quick

lint:
	@scripts/setup.sh test
	@.venv/bin/python scripts/lint.py

fuzz:
	@scripts/setup.sh test
	@KSIG_FUZZ_SECONDS=$(or $(SECONDS),600) .venv/bin/python -u scripts/test.py --fuzz

faults:
	@scripts/setup.sh test
	@scripts/build.sh host:tool cortex-m3
	@KSIG_FAULT_STRIDE=1 .venv/bin/python test/faults/report.py --run

ct:
	@scripts/setup.sh test
	@scripts/build.sh host:tool
	@rm -f build/results/ct.txt
	@KSIG_CT=full .venv/bin/python -m pytest -q -p no:cacheprovider -o timeout=3600 \
		test/ct/test_taint.py test/ct/test_traces.py test/ct/test_stack_wiped.py
	@cat build/results/ct.txt

# The counts are printed, whatever failed.
oracles:
	@scripts/setup.sh test
	@scripts/build.sh host:tool
	@rm -f build/results/oracles.txt
	@status=0; oracle() { .venv/bin/python -m pytest -q -p no:cacheprovider "$$@" || status=1; }; \
	export KSIG_FULL=1 KSIG_SEEDS=1000; oracle test/library/test_ml_dsa_oracle.py; \
	export KSIG_SEEDS=200 KSIG_SLOW_SEEDS=3 KSIG_ORACLE_KEYS=200; \
	oracle test/library/test_slh_dsa_sign.py -k "random_cases or slow_sets"; \
	oracle test/library/test_haetae_oracle.py test/library/test_signing_vectors_slow.py; \
	cat build/results/oracles.txt; exit $$status

tool:
	@scripts/setup.sh tool
	@scripts/build.sh host:tool

ram: tool
	@scripts/setup.sh test
	@scripts/build.sh cortex-m3:firmware cortex-m0:firmware rv32imac:firmware
	@.venv/bin/kilosig ram --update docs/schemes/ml_dsa.md --firmware firmware/README.md \
		--firmware docs/schemes/ml_dsa_sign.md --firmware docs/schemes/slh_dsa_sign.md

# Names are separated by spaces: make bench SCHEME="ml-dsa-44 ml-dsa-65" CORE=cortex-m3
bench_filters = $(if $(SCHEME),--scheme $(SCHEME)) $(if $(CORE),--core $(CORE)) $(if $(VARIANT),--variant $(VARIANT)) \
	$(if $(OPT),--opt $(OPT))

bench: tool
	@scripts/setup.sh bench
	@.venv/bin/python bench/run.py $(bench_filters)
	@.venv/bin/kilosig bench

bench-docs:
	@scripts/setup.sh bench
	@test -f build/bench.json || .venv/bin/python bench/run.py
	@.venv/bin/python bench/docs.py
	@.venv/bin/python bench/headline.py

bench-accept:
	@scripts/setup.sh bench
	@.venv/bin/python bench/check.py --accept

clean:
	rm -rf build ports/rust/target

format:
	git ls-files -co --exclude-standard "*.c" "*.h" | xargs .venv/bin/clang-format -i
