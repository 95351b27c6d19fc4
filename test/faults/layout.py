# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the tests know of the verifier's memory on a 32-bit machine: ksig_verify_head and its neighbours."""

STATE_BYTES = 8192
# ksig_verify_head
PART, STAGE, OFFSET, LENGTH, PIECE, TRAIL, REASON = 8, 9, 12, 16, 20, 24, 28
HEAD_BYTES = 36
PARAMS = slice(12, 16)  # ksig_scheme.params

# The state of HAETAE's signer: sum of y^2, 26 fractional bits; the stage that decides on an attempt
HAETAE_Y_NORM, HAETAE_DECIDE = 32, 4
HAETAE_SEED = slice(204, 268)  # what y is made of
WORK_DONE = 0xff  # the stage of a signer that is done

# Functions that work on data and decide nothing: with STRIDE one of their instructions in so many is left out.
WORKERS = ("ksig_keccak_f1600", "ksig_ntt23", "ksig_ntt23_last", "ksig_inverse_ntt23", "ksig_ntt16",
           "ksig_inverse_ntt16", "ksig_ntt14", "ksig_inverse_ntt14", "ksig_multiply_ntt14", "multiply_two", "add_block",
           "ksig_sha256_blocks", "ksig_sha256_compress", "ksig_sha256_compress_from", "ksig_sha512_blocks",
           "ksig_short_ntt", "ksig_short_inverse_ntt", "ksig_short_inverse_ntt_times", "ksig_inverse_ntt23_times",
           "two_inverse_layers", "ksig_compact_transform")
# Functions that copy and wipe: they decide what others work on.
MOVERS = ("memcpy", "memset", "memmove", "__aeabi_memcpy", "__aeabi_memset", "__aeabi_memclr", "__aeabi_memcpy4",
          "__aeabi_memset4", "__aeabi_memclr4", "__aeabi_memcpy8", "__aeabi_memset8", "__aeabi_memclr8", "ksig_wipe",
          "ksig_copy", "ksig_clear")
# Where hashes begin, as a regular expression: init, begin or start.
BEGINS = r"ksig_(keccak|sha\w+|prehash|brwhash|polyhash)_(init|begin|start)\w*"
