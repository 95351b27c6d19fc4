# SPDX-License-Identifier: Apache-2.0 OR MIT
# The front door. CMake does the work: `cmake --list-presets`.
.PHONY: help demo test full check one lint house fuzz faults ct oracles fleet peers ports release tool ram bench bench-avr \
	bench-docs bench-accept campaigns clean format can site screens boot-cuts boot-skips
.DEFAULT_GOAL := help

help:
	@echo "make demo    activate a feature of an emulated 8 kB board with a post-quantum signature"
	@echo "make test    run every test; the last line is the result"
	@echo "make full    every case of the tests that \`make test\` takes a sample of; counts in build/results/full.txt"
	@echo "make check   what a minute can tell, while you edit"
	@echo "make one     T=test_hash: one test, and only what it needs is built; a file, a function or file::function"
	@echo "make lint    formatters, linters and the version; clang's analyzer goes deeper than in \`make test\`"
	@echo "make house   the shape of the C code: sizes, comments, conditions, circles of includes"
	@echo "make fuzz    ten minutes of each fuzz target, or SECONDS=, TARGET=, RUNS=; counts in build/results/fuzz.txt"
	@echo "make campaigns  run what \`make test\` skips while the code that it attacks is unchanged, and note that it passed"
	@echo "make faults  disturb every single instruction; records it for docs/assurance.md; takes a night"
	@echo "make ct      look for secrets in branches and addresses, with every compiler and level; counts in build/results/ct.txt"
	@echo "make oracles compare many keys and signatures with others' code; counts in build/results/oracles.txt"
	@echo "make fleet   kill \`kilosig issue\` at 200 random moments; measure its speed and memory; build/results/fleet-*.txt"
	@echo "make peers   build OpenSSL 3.6, fetch Bouncy Castle, and compare keys and CMS with them; build/results/peers.txt"
	@echo "make ports   build and run every port that this machine has; prints a table"
	@echo "make release build what a release consists of into dist/, and verify it from a clean folder"
	@echo "make can     10,000 random frame sequences on the emulated CAN board, a million here; counts in build/results/can.txt"
	@echo "make boot-cuts  cut the power of a simulated boot loader 100,000 times; counts in build/results/boot-cuts.txt"
	@echo "make boot-skips  leave out every instruction of the boot loader's decision; counts in build/results/boot-skips.txt"
	@echo "make tool    build the host tool: .venv/bin/kilosig"
	@echo "make site    the static site, dist/site: the library in the browser, an advisor, memory maps, the documents"
	@echo "make screens  docs/screens: what commands show at 80 columns, and the site at 390 pixels"
	@echo "make ram     measure RAM on the boards; the tables of docs/schemes and firmware/README.md"
	@echo "make bench   measure RAM, flash and cycles into build/bench.json; SCHEME=, CORE=, VARIANT=, OPT= restrict it"
	@echo "make bench-avr     docs/avr.md: cycles and RAM on an 8-bit core; ONLY='ml-dsa-*'"
	@echo "make bench-docs    docs/benchmarks.md, its plots, the tables of README.md and docs/"
	@echo "make bench-accept  accept build/bench.json as what may not get worse"
	@echo "make format  format the C sources with clang-format"
	@echo "make clean   remove what was built (the Python environment .venv stays)"
	@echo
	@echo "demo, test, site and tool first install what is missing: system packages with apt-get, Python packages in .venv."

demo: tool
	@scripts/setup.sh demo
	@scripts/build.sh cortex-m3:firmware cortex-m0:boot-microbit-ml-dsa-44 cortex-m0:slot-microbit
	@.venv/bin/kilosig demo

# Python's packages keep one core busy: meanwhile the other begins to build. What fails there, test.py builds again and
# tells.
test:
	@scripts/setup.sh test system
	@scripts/build.sh host:tests >/dev/null 2>&1 & scripts/setup.sh test; status=$$?; wait; exit $$status
	@.venv/bin/python -u scripts/test.py

campaigns:
	@scripts/setup.sh test
	@.venv/bin/python -u scripts/test.py --campaigns

full:
	@scripts/setup.sh test
	@.venv/bin/python -u scripts/test.py --full

check:
	@scripts/setup.sh test
	@.venv/bin/python -u scripts/test.py --quick

# Probing for everything would take longer than most tests.
one:
	@test -x .venv/bin/python || scripts/setup.sh test
	@.venv/bin/python -u scripts/one.py "$(T)"

lint:
	@scripts/setup.sh test
	@.venv/bin/python scripts/lint.py --deep

house:
	@python3 scripts/house.py

# TARGET= and RUNS= restrict it; then the count is in build/results/fuzz-TARGET.txt.
fuzz:
	@scripts/setup.sh test
	@KSIG_FUZZ_SECONDS=$(or $(SECONDS),600) $(if $(TARGET),KSIG_FUZZ_TARGET=$(TARGET)) $(if $(RUNS),KSIG_FUZZ_RUNS=$(RUNS)) \
		.venv/bin/python -u scripts/test.py --fuzz

faults:
	@scripts/setup.sh test
	@scripts/build.sh host:tool cortex-m3
	@KSIG_FAULT_STRIDE=1 .venv/bin/python test/faults/report.py --run

ct:
	@scripts/setup.sh test
	@scripts/build.sh host:tool
	@rm -f build/results/ct.txt
	@KSIG_CT=full .venv/bin/python -m pytest -q -p no:cacheprovider -o timeout=3600 \
		test/ct/test_taint.py test/ct/test_traces.py test/ct/test_traces_slh_dsa.py test/ct/test_stack_wiped.py
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
	KSIG_X509_MUTATIONS=100000 oracle test/library/test_x509_agreement.py; \
	cat build/results/oracles.txt; exit $$status

# KILLS=, TOOL_KILLS=, ROWS=, UNSIGNED= and SHORT= restrict it. In the last table, signatures are short.
fleet:
	@scripts/setup.sh test
	@scripts/build.sh host:tool
	@rm -f build/results/fleet-*.txt
	@KSIG_FULL=1 KSIG_FLEET_KILLS=$(or $(KILLS),200) KSIG_FLEET_TOOL_KILLS=$(or $(TOOL_KILLS),30) .venv/bin/python -m pytest -q \
		-p no:cacheprovider test/tool/test_fleet_kills.py -k random
	@.venv/bin/python test/tool/fleet_measure.py $(or $(ROWS),10000 100000) --unsigned \
		$(or $(UNSIGNED),10000 100000 1000000) --short $(or $(SHORT),1000000 4000000)
	@cat build/results/fleet-*.txt

peers:
	@scripts/setup.sh test
	@scripts/build.sh host:tool
	@scripts/peers.sh
	@rm -f build/results/peers.txt
	@KSIG_PEERS_ALL=1 .venv/bin/python -m pytest -q -p no:cacheprovider -rs test/tool/test_peers.py \
		test/library/test_x509_agreement.py
	@cat build/results/peers.txt

ports: tool
	@scripts/setup.sh test
	@scripts/build.sh avr
	@.venv/bin/python -u scripts/ports.py

release:
	@scripts/setup.sh tool
	@.venv/bin/python -u scripts/release.py

# The counts are printed, whatever failed.
can:
	@scripts/setup.sh test
	@scripts/build.sh host:test_control_unit host:tool cortex-m3:can-stm32vldiscovery.elf
	@mkdir -p build/results
	@status=0; CAN_SEQUENCES=$(or $(HOST_SEQUENCES),1000000) build/host/test/test_control_unit >build/results/can.txt \
		|| status=1; rm -f build/results/can-board.txt; KSIG_CAN_SEQUENCES=$(or $(SEQUENCES),10000) \
		.venv/bin/python -m pytest -q -p no:cacheprovider -o timeout=36000 test/board/test_can.py || status=1; \
	cat build/results/can-board.txt >>build/results/can.txt || status=1; cat build/results/can.txt; exit $$status

boot-cuts:
	@scripts/setup.sh test
	@scripts/build.sh host:tool host:boot_cuts host:boot_simulated
	@KSIG_BOOT_CUTS=60000 .venv/bin/python -m pytest -q -p no:cacheprovider -o timeout=3600 test/boot/test_boot_slots.py \
		-k power_cuts
	@cat build/results/boot-cuts.txt

# ATTACK= restricts it to attacks whose name has that word.
boot-skips:
	@scripts/setup.sh test
	@scripts/build.sh host:tool cortex-m3:boot-mps2-an385-lms.elf cortex-m3:boot-mps2-an385-hybrid.elf \
		cortex-m3:boot-mps2-an385-composite.elf
	@PYTHONPATH=tools:test:test/support .venv/bin/python -u test/boot/skips.py $(ATTACK)

tool:
	@scripts/setup.sh tool
	@scripts/build.sh host:tool

site: tool
	@scripts/setup.sh site
	@.venv/bin/python site/make.py

screens: site
	@.venv/bin/python scripts/screens.py

ram: tool
	@scripts/setup.sh test
	@scripts/build.sh cortex-m3:firmware cortex-m0:firmware rv32imac:firmware
	@.venv/bin/kilosig-bench ram --update docs/schemes/ml_dsa.md --firmware firmware/README.md \
		--firmware docs/schemes/ml_dsa_sign.md --firmware docs/schemes/slh_dsa_sign.md

# Names are separated by spaces: make bench SCHEME="ml-dsa-44 ml-dsa-65" CORE=cortex-m3
bench_filters = $(if $(SCHEME),--scheme $(SCHEME)) $(if $(CORE),--core $(CORE)) $(if $(VARIANT),--variant $(VARIANT)) \
	$(if $(OPT),--opt $(OPT))

bench: tool
	@scripts/setup.sh bench
	@.venv/bin/python bench/run.py $(bench_filters)
	@.venv/bin/kilosig-bench rows

bench-docs: tool
	@scripts/setup.sh bench
	@scripts/setup.sh site
	@test -f build/bench.json || .venv/bin/python bench/run.py
	@.venv/bin/python bench/docs.py
	@.venv/bin/python bench/headline.py
	@.venv/bin/python bench/changes.py --document
	@.venv/bin/python site/documents.py

# ONLY=pattern restricts it, as in a shell.
bench-avr:
	@scripts/setup.sh test
	@scripts/build.sh avr
	@.venv/bin/python bench/avr.py --update $(if $(ONLY),--only '$(ONLY)')

bench-accept:
	@scripts/setup.sh bench
	@.venv/bin/python bench/check.py --accept

clean:
	rm -rf build dist ports/rust/target ports/riot/example/bin

format:
	git ls-files -co --exclude-standard "*.c" "*.h" "*.hpp" "*.cpp" | xargs .venv/bin/clang-format -i
