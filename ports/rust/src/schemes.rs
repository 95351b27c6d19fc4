// SPDX-License-Identifier: Apache-2.0 OR MIT
// The schemes, in the order of `src/api/schemes.c`: the name in Rust and the descriptor in C. Included where `schemes!`
// makes of them the constants of `Scheme`, the declarations of `ffi` and the sizes of `build.rs`.
schemes! {
    /// FIPS 204. Anchor: SHAKE256 of the key, 64 bytes.
    MlDsa44 = ksig_ml_dsa_44;
    /// FIPS 204.
    MlDsa65 = ksig_ml_dsa_65;
    /// FIPS 204.
    MlDsa87 = ksig_ml_dsa_87;
    /// CRYSTALS-Dilithium version 3.1, level 2. Anchor: SHAKE256 of the key, 32 bytes.
    Dilithium2R3 = ksig_dilithium2_r3;

    /// HAETAE, Korean standard draft KS X. Contexts; `Mode::Pure` only.
    Haetae2 = ksig_haetae_2;
    /// HAETAE as submitted to KpqC: no context. Keys are those of the draft.
    Haetae2Kpqc = ksig_haetae_2_kpqc;
    /// HAETAE, Korean standard draft KS X.
    Haetae3 = ksig_haetae_3;
    /// HAETAE as submitted to KpqC.
    Haetae3Kpqc = ksig_haetae_3_kpqc;
    /// HAETAE, Korean standard draft KS X.
    Haetae5 = ksig_haetae_5;
    /// HAETAE as submitted to KpqC.
    Haetae5Kpqc = ksig_haetae_5_kpqc;

    /// Falcon of round 3, compressed signatures of varying length. No context; `Mode::Pure` only.
    Falcon512R3 = ksig_falcon_512_r3;
    /// Falcon of round 3, signatures padded to 666 bytes.
    Falcon512PaddedR3 = ksig_falcon_512_padded_r3;
    /// Falcon of round 3, compressed signatures of varying length.
    Falcon1024R3 = ksig_falcon_1024_r3;
    /// Falcon of round 3, signatures padded to 1280 bytes.
    Falcon1024PaddedR3 = ksig_falcon_1024_padded_r3;
    /// FN-DSA, a draft (FIPS 206 is not published), which may still change.
    FnDsa512 = ksig_fn_dsa_512;
    /// FN-DSA, a draft (FIPS 206 is not published), which may still change.
    FnDsa1024 = ksig_fn_dsa_1024;

    /// FIPS 205. Anchor: the key itself, as in all sets; the verifier never wants the key.
    SlhDsaSha2_128s = ksig_slh_dsa_sha2_128s;
    /// FIPS 205.
    SlhDsaSha2_128f = ksig_slh_dsa_sha2_128f;
    /// FIPS 205.
    SlhDsaSha2_192s = ksig_slh_dsa_sha2_192s;
    /// FIPS 205.
    SlhDsaSha2_192f = ksig_slh_dsa_sha2_192f;
    /// FIPS 205.
    SlhDsaSha2_256s = ksig_slh_dsa_sha2_256s;
    /// FIPS 205.
    SlhDsaSha2_256f = ksig_slh_dsa_sha2_256f;
    /// FIPS 205.
    SlhDsaShake128s = ksig_slh_dsa_shake_128s;
    /// FIPS 205.
    SlhDsaShake128f = ksig_slh_dsa_shake_128f;
    /// FIPS 205.
    SlhDsaShake192s = ksig_slh_dsa_shake_192s;
    /// FIPS 205.
    SlhDsaShake192f = ksig_slh_dsa_shake_192f;
    /// FIPS 205.
    SlhDsaShake256s = ksig_slh_dsa_shake_256s;
    /// FIPS 205.
    SlhDsaShake256f = ksig_slh_dsa_shake_256f;
    /// SPHINCS+-SHA-256-128s-simple of round 3. No context; `Mode::Pure` only.
    SphincsSha256_128sSimpleR3 = ksig_sphincs_sha256_128s_simple_r3;
    /// SPHINCS+-SHA-256-128f-simple of round 3.
    SphincsSha256_128fSimpleR3 = ksig_sphincs_sha256_128f_simple_r3;

    /// BROKEN, research only: whoever holds the public key may sign. Rainbow-I classic, round 3.
    #[cfg(feature = "broken")]
    Rainbow1Classic = ksig_rainbow_1_classic;
    /// BROKEN, research only: whoever holds the public key may sign. GeMSS-128, round 3; the key is wanted several
    /// times. Without a [`secret`](crate::Args::secret) each pass over the key is hashed, which takes longer.
    #[cfg(feature = "broken")]
    Gemss128 = ksig_gemss_128;
}
