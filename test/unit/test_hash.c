/* The hashes against FIPS 180-4 and FIPS 202 example messages, long messages, and every length and
 * cut. SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "check.h"
#include "hash/prehash.h"
#include "kilosig/kilosig.h"

#if KSIG_ENABLE_PREHASH

/* NIST's example messages: "abc" and the two-block messages of 448 and 896 bits. The digests were
 * printed by OpenSSL. */
static const char two_blocks_256[] = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
static const char two_blocks_512[] = "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                                     "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu";

static const struct example {
    unsigned hash;
    const char *message, *digest;
} examples[] = {
    {KSIG_HASH_SHA256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
    {KSIG_HASH_SHA256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
    {KSIG_HASH_SHA256, two_blocks_256,
     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    {KSIG_HASH_SHA256, two_blocks_512,
     "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    {KSIG_HASH_SHA384, "",
     "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b"
     "95b"},
    {KSIG_HASH_SHA384, "abc",
     "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c82"
     "5a7"},
    {KSIG_HASH_SHA384, two_blocks_256,
     "3391fdddfc8dc7393707a65b1b4709397cf8b1d162af05abfe8f450de5f36bc6b0455a8520bc4e6f5fe95b1fe3c84"
     "52b"},
    {KSIG_HASH_SHA384, two_blocks_512,
     "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712fcc7c71a557e2db966c3e9fa91746"
     "039"},
    {KSIG_HASH_SHA512, "",
     "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877ee"
     "c2f63b931bd47417a81a"
     "538327af927da3e"},
    {KSIG_HASH_SHA512, "abc",
     "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3fee"
     "bbd454d4423643ce80e2"
     "a9ac94fa54ca49f"},
    {KSIG_HASH_SHA512, two_blocks_256,
     "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c33596fd15c13b1b07f9aa1d3bea57789"
     "ca031ad85c7a71dd7035"
     "4ec631238ca3445"},
    {KSIG_HASH_SHA512, two_blocks_512,
     "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018501d289e4900f7e4331b99dec4b54"
     "33ac7d329eeb6dd26545"
     "e96e55b874be909"},
    {KSIG_HASH_SHA224, "", "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f"},
    {KSIG_HASH_SHA224, "abc", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"},
    {KSIG_HASH_SHA224, two_blocks_256, "75388b16512776cc5dba5da1fd890150b0c6455cb4f58b1952522525"},
    {KSIG_HASH_SHA224, two_blocks_512, "c97ca9a559850ce97a04a96def6d99a9e0e0e2ab14e6b8df265fc0b3"},
    {KSIG_HASH_SHA512_224, "", "6ed0dd02806fa89e25de060c19d3ac86cabb87d6a0ddd05c333b84f4"},
    {KSIG_HASH_SHA512_224, "abc", "4634270f707b6a54daae7530460842e20e37ed265ceee9a43e8924aa"},
    {KSIG_HASH_SHA512_224, two_blocks_256,
     "e5302d6d54bb242275d1e7622d68df6eb02dedd13f564c13dbda2174"},
    {KSIG_HASH_SHA512_224, two_blocks_512,
     "23fec5bb94d60b23308192640b0c453335d664734fe40e7268674af9"},
    {KSIG_HASH_SHA512_256, "", "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a"},
    {KSIG_HASH_SHA512_256, "abc",
     "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"},
    {KSIG_HASH_SHA512_256, two_blocks_256,
     "bde8e1f9f19bb9fd3406c90ec6bc47bd36d8ada9f11880dbc8a22a7078b6a461"},
    {KSIG_HASH_SHA512_256, two_blocks_512,
     "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a"},
    {KSIG_HASH_SHA3_224, "", "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7"},
    {KSIG_HASH_SHA3_224, "abc", "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf"},
    {KSIG_HASH_SHA3_224, two_blocks_256,
     "8a24108b154ada21c9fd5574494479ba5c7e7ab76ef264ead0fcce33"},
    {KSIG_HASH_SHA3_224, two_blocks_512,
     "543e6868e1666c1a643630df77367ae5a62a85070a51c14cbf665cbc"},
    {KSIG_HASH_SHA3_256, "", "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a"},
    {KSIG_HASH_SHA3_256, "abc", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"},
    {KSIG_HASH_SHA3_256, two_blocks_256,
     "41c0dba2a9d6240849100376a8235e2c82e1b9998a999e21db32dd97496d3376"},
    {KSIG_HASH_SHA3_256, two_blocks_512,
     "916f6061fe879741ca6469b43971dfdb28b1a32dc36cb3254e812be27aad1d18"},
    {KSIG_HASH_SHA3_384, "",
     "0c63a75b845e4f7d01107d852e4c2485c51a50aaaa94fc61995e71bbee983a2ac3713831264adb47fb6bd1e058d5f"
     "004"},
    {KSIG_HASH_SHA3_384, "abc",
     "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376"
     "d25"},
    {KSIG_HASH_SHA3_384, two_blocks_256,
     "991c665755eb3a4b6bbdfb75c78a492e8c56a22c5c4d7e429bfdbc32b9d4ad5aa04a1f076e62fea19eef51acd0657"
     "c22"},
    {KSIG_HASH_SHA3_384, two_blocks_512,
     "79407d3b5916b59c3e30b09822974791c313fb9ecc849e406f23592d04f625dc8c709b98b43b3852b337216179aa7"
     "fc7"},
    {KSIG_HASH_SHA3_512, "",
     "a69f73cca23a9ac5c8b567dc185a756e97c982164fe25859e0d1dcc1475c80a615b2123af1f5f94c11e3e9402c3ac"
     "558f500199d95b6d3e30"
     "1758586281dcd26"},
    {KSIG_HASH_SHA3_512, "abc",
     "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e39"
     "34057340b4cf408d5a56"
     "592f8274eec53f0"},
    {KSIG_HASH_SHA3_512, two_blocks_256,
     "04a371e84ecfb5b8b77cb48610fca8182dd457ce6f326a0fd3d7ec2f1e91636dee691fbe0c985302ba1b0d8dc78c0"
     "86346b533b49c030d99a"
     "27daf1139d6e75e"},
    {KSIG_HASH_SHA3_512, two_blocks_512,
     "afebb2ef542e6579c50cad06d2e578f9f8dd6881d7dc824d26360feebf18a4fa73e3261122948efcfd492e74e82e2"
     "189ed0fb440d187f3822"
     "70cb455f21dd185"},
    {KSIG_HASH_SHAKE128, "", "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26"},
    {KSIG_HASH_SHAKE128, "abc", "5881092dd818bf5cf8a3ddb793fbcba74097d5c526a6d35f97b83351940f2cc8"},
    {KSIG_HASH_SHAKE128, two_blocks_256,
     "1a96182b50fb8c7e74e0a707788f55e98209b8d91fade8f32f8dd5cff7bf21f5"},
    {KSIG_HASH_SHAKE128, two_blocks_512,
     "7b6df6ff181173b6d7898d7ff63fb07b7c237daf471a5ae5602adbccef9ccf4b"},
    {KSIG_HASH_SHAKE256, "",
     "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762fd75dc4ddd8c0f200cb05019d67b59"
     "2f6fc821c49479ab4864"
     "0292eacb3b7c4be"},
    {KSIG_HASH_SHAKE256, "abc",
     "483366601360a8771c6863080cc4114d8db44530f8f1e1ee4f94ea37e78b5739d5a15bef186a5386c75744c0527e1"
     "faa9f8726e462a12a4fe"
     "b06bd8801e751e4"},
    {KSIG_HASH_SHAKE256, two_blocks_256,
     "4d8c2dd2435a0128eefbb8c36f6f87133a7911e18d979ee1ae6be5d4fd2e332940d8688a4e6a59aa8060f1f9bc996"
     "c05aca3c696a8b66279d"
     "c672c740bb224ec"},
    {KSIG_HASH_SHAKE256, two_blocks_512,
     "98be04516c04cc73593fef3ed0352ea9f6443942d6950e29a372a681c3deaf4535423709b02843948684e029010ba"
     "dcc0acd8303fc85fdad3"
     "eabf4f78cae1656"},
};

/* One million times "a" (NIST's long message), and 200 bytes a3 (NIST's 1600-bit message for SHA-3
 * and SHAKE). */
static const struct {
    unsigned hash;
    const char *million, *a3;
} long_examples[] = {
    {KSIG_HASH_SHA256, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0",
     "8edfea24cad8f0e6da7fb5ebde442300fdf913be8a3bdfce06557e34d8f4efa3"},
    {KSIG_HASH_SHA384,
     "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b07b8b3dc38ecc4ebae97ddd87f3d8"
     "985",
     "1607b79bac73da79748a48d9724762c0dd4fde5934eefee2a0d8da0f35ac8b7dca64c63d5ed5fdd5e7d347b074674"
     "bc7"},
    {KSIG_HASH_SHA512,
     "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973ebde0ff244877ea60a4cb0432ce577c"
     "31beb009c5c2c49aa2e4"
     "eadb217ad8cc09b",
     "520b59722e8c69059942d075f63f0bf43cd470984a3765acda44afccf490ba6b728497e5031b26cd1e4ad395afefd"
     "14d2e847cf9e7712ab0b"
     "2e19b2d9f0427e1"},
    {KSIG_HASH_SHA224, "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67",
     "5232de71f65951bcd3d6dd18b73e6f12ebb5702de4c738446222217a"},
    {KSIG_HASH_SHA512_224, "37ab331d76f0d36de422bd0edeb22a28accd487b7a8453ae965dd287",
     "61e242f2913cf4240736b028825165d362b24ccabdbdd8cec092e9c1"},
    {KSIG_HASH_SHA512_256, "9a59a052930187a97038cae692f30708aa6491923ef5194394dc68d56c74fb21",
     "8534ae931c179649aee047365f4b6adb6c6223c6ba36ff8df0d91fc72a4b370b"},
    {KSIG_HASH_SHA3_224, "d69335b93325192e516a912e6d19a15cb51c6ed5c15243e7a7fd653c",
     "9376816aba503f72f96ce7eb65ac095deee3be4bf9bbc2a1cb7e11e0"},
    {KSIG_HASH_SHA3_256, "5c8875ae474a3634ba4fd55ec85bffd661f32aca75c6d699d0cdcb6c115891c1",
     "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787"},
    {KSIG_HASH_SHA3_384,
     "eee9e24d78c1855337983451df97c8ad9eedf256c6334f8e948d252d5e0e76847aa0774ddb90a842190d2c558b4b8"
     "340",
     "1881de2ca7e41ef95dc4732b8f5f002b189cc1e42b74168ed1732649ce1dbcdd76197a31fd55ee989f2d7050dd473"
     "e8f"},
    {KSIG_HASH_SHA3_512,
     "3c3a876da14034ab60627c077bb98f7e120a2a5370212dffb3385a18d4f38859ed311d0a9d5141ce9cc5c66ee689b"
     "266a8aa18ace8282a0e0"
     "db596c90b0a7b87",
     "e76dfad22084a8b1467fcf2ffa58361bec7628edf5f3fdc0e4805dc48caeeca81b7c13c30adf52a3659584739a2df"
     "46be589c51ca1a4a8416"
     "df6545a1ce8ba00"},
    {KSIG_HASH_SHAKE128, "9d222c79c4ff9d092cf6ca86143aa411e369973808ef97093255826c5572ef58",
     "131ab8d2b594946b9c81333f9bb6e0ce75c3b93104fa3469d3917457385da037"},
    {KSIG_HASH_SHAKE256,
     "3578a7a4ca9137569cdf76ed617d31bb994fca9c1bbf8b184013de8234dfd13a3fd124d4df76c0a539ee7dd2f6e1e"
     "c346124c815d9410e145"
     "eb561bcd97b18ab",
     "cd8a920ed141aa0407a22d59288652e9d9f1a7ee0c1e7c1ca699424da84a904d2d700caae7396ece96604440577da"
     "4f3aa22aeb8857f961c4"
     "cd8e06f0ae6610b"},
};

/* SHA-256 of the digests of the 301 messages of 0 .. 300 bytes (7 i + i / 256) mod 256. */
static const struct {
    unsigned hash;
    const char *digest;
} all_lengths[] = {
    {KSIG_HASH_SHA256, "37c4dea4792819683234a2a82a4a9e4279e80e78e8fdaa3d7833e5a95e9aac55"},
    {KSIG_HASH_SHA384, "7dc5b520066aa33695460b926b7f034491efe99ca7443e680d1c63ae1a812002"},
    {KSIG_HASH_SHA512, "84ff1c8c31abff696f19aff01cf4e97a6604d24ce001a00fbed32bc760a153df"},
    {KSIG_HASH_SHA224, "67f36dc5366a4019bf60a4ef409d3e5b74da29af9d4a0e9263779440c6328c92"},
    {KSIG_HASH_SHA512_224, "d7b2d9b19c8b9d9b1e069a25fb3e646a272283de14b94820076e8be78f720d70"},
    {KSIG_HASH_SHA512_256, "059fb1a354fdda6d4789f4a38f17c7f83eb1bef37be7bbecdaa13d680f0c44b9"},
    {KSIG_HASH_SHA3_224, "9ffe354e0821ce01c9a7a9442a8a80f16a4d6a9093acf435cd6e0a77f4fe9e86"},
    {KSIG_HASH_SHA3_256, "98d21ad7ae70bca6f569f6527384650533824c5b386bddd89bda823c7f5e2b10"},
    {KSIG_HASH_SHA3_384, "dbb8b010b72f6f1ab0aa5734b3c179b667b57185512ce5323afd64f6bbc3683f"},
    {KSIG_HASH_SHA3_512, "718c310eeaafa69b1b83e9e9f1866d719dda4fb466f4f333eb21f496f7782238"},
    {KSIG_HASH_SHAKE128, "150b1379d00c4160d793acb91aa7d2454d7adb5211e87c945100d3b9afd0c368"},
    {KSIG_HASH_SHAKE256, "c225beea647ea4c0b46c10d7da5a4c0cf0d3452a2e528427e8afdc2c0d06baef"},
};

static void hash_in_parts(unsigned hash, const uint8_t *message, size_t length, size_t part,
                          uint8_t *digest) {
    ksig_prehash p;
    ksig_prehash_init(&p, hash, (uint32_t)length);
    unsigned long miscounted = 0;
    for (size_t at = 0; at < length; at += part) {
        const size_t n = length - at < part ? length - at : part;
        miscounted +=
            ksig_prehash_update(&p, hash, message + at, n) != n + ksig_prehash_family(hash);
    }
    CHECK(miscounted == 0);
    CHECK(p.u.count.left == 0);
    CHECK(ksig_prehash_final(&p, hash, digest) == 0);
}

static void test_examples(void) {
    uint8_t digest[64];
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const struct example *e = &examples[i];
        const uint8_t *message = (const uint8_t *)e->message;
        hash_in_parts(e->hash, message, strlen(e->message), 1000, digest);
        CHECK_HEX(digest, ksig_prehash_bytes(e->hash), e->digest);
        hash_in_parts(e->hash, message, strlen(e->message), 1, digest);
        CHECK_HEX(digest, ksig_prehash_bytes(e->hash), e->digest);
    }
}

static void test_long(void) {
    static uint8_t million[1000000];
    uint8_t digest[64], a3[200];
    memset(million, 'a', sizeof million);
    memset(a3, 0xa3, sizeof a3);
    for (size_t i = 0; i < sizeof long_examples / sizeof long_examples[0]; i++) {
        const unsigned hash = long_examples[i].hash;
        hash_in_parts(hash, million, sizeof million, 997, digest);
        CHECK_HEX(digest, ksig_prehash_bytes(hash), long_examples[i].million);
        hash_in_parts(hash, a3, sizeof a3, 7, digest);
        CHECK_HEX(digest, ksig_prehash_bytes(hash), long_examples[i].a3);
    }
}

static void test_all_lengths(void) {
    uint8_t message[300], digest[64];
    for (unsigned i = 0; i < sizeof message; i++)
        message[i] = (uint8_t)(7 * i + i / 256);
    for (size_t i = 0; i < sizeof all_lengths / sizeof all_lengths[0]; i++) {
        const unsigned hash = all_lengths[i].hash;
        const size_t bytes = ksig_prehash_bytes(hash);
        ksig_sha256 all;
        ksig_sha256_init(&all, ksig_sha256_initial);
        for (size_t length = 0; length <= sizeof message; length++) {
            hash_in_parts(hash, message, length, 1 + length % 141, digest);
            ksig_sha256_update(&all, digest, bytes);
        }
        ksig_sha256_final(&all, digest, 32);
        CHECK_HEX(digest, 32, all_lengths[i].digest);
    }
}

#endif

static unsigned copies(const void *memory, size_t length, const uint8_t *digest, size_t bytes) {
    unsigned found = 0;
    for (size_t at = 0; at + bytes <= length; at++)
        found += memcmp((const uint8_t *)memory + at, digest, bytes) == 0;
    return found;
}

/* A digest that is compared with whatever a register still points to must not meet itself. */
static void test_no_copy_of_a_digest(void) {
    static const uint8_t abc[3] = {'a', 'b', 'c'};
    uint8_t digest[64];
    ksig_sha256 h;
    ksig_sha256_init(&h, ksig_sha256_initial);
    ksig_sha256_update(&h, abc, sizeof abc);
    ksig_sha256_final(&h, (uint8_t *)h.chain, 32); /* in place, as ksig_anchor_compare */
    memcpy(digest, h.chain, 32);
    CHECK_HEX(digest, 32, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(copies(&h, sizeof h, digest, 32) == 1);
    for (size_t bytes = 8; bytes <= 31; bytes++) {
        digest[bytes] = 0x77;
        ksig_sha256_init(&h, ksig_sha256_initial);
        ksig_sha256_update(&h, abc, sizeof abc);
        ksig_sha256_final(&h, digest, bytes);
        CHECK_HEX(digest, 8, "ba7816bf8f01cfea");
        CHECK(digest[bytes] == 0x77);
#if !KSIG_BIG_ENDIAN /* on others the chaining value is the digest */
        CHECK(copies(&h, sizeof h, digest, bytes) == 0);
#endif
    }
#if KSIG_ENABLE_PREHASH
    ksig_sha512 h512;
    ksig_sha512_init(&h512, ksig_sha512_initial);
    ksig_sha512_update(&h512, abc, sizeof abc);
    ksig_sha512_final(&h512, (uint8_t *)h512.chain, 64);
    memcpy(digest, h512.chain, 64);
    CHECK_HEX(digest, 16, "ddaf35a193617abacc417349ae204131");
    CHECK(copies(&h512, sizeof h512, digest, 64) == 1);
#endif
}

static void test_squeeze(void) {
    /* SHAKE128("", 512 bytes): bytes 480 .. 511, squeezed in every part size. */
    uint8_t out[512];
    for (size_t part = 1; part <= 200; part++) {
        ksig_keccak k;
        ksig_shake128_init(&k);
        ksig_keccak_finish(&k);
        for (size_t at = 0; at < sizeof out; at += part)
            ksig_keccak_squeeze(&k, out + at, sizeof out - at < part ? sizeof out - at : part);
        CHECK_HEX(out + 480, 32,
                  "43e41b45a653f2a5c4492c1add544512dda2529833462b71a41a45be97290b6f");
    }
    ksig_keccak k;
    ksig_shake128_init(&k);
    ksig_keccak_finish(&k);
    ksig_tally tally = ksig_keccak_squeeze_compare(&k, out, sizeof out);
    CHECK(tally.bad == 0 && tally.good == sizeof out);
    ksig_shake128_init(&k);
    ksig_keccak_finish(&k);
    out[511] ^= 1;
    tally = ksig_keccak_squeeze_compare(&k, out, sizeof out);
    CHECK(tally.bad != 0 && tally.good == sizeof out - 1);
}

static void test_names(void) {
    uint8_t oid[KSIG_OID_BYTES];
    ksig_prehash_oid(KSIG_HASH_SHA512, oid);
    CHECK_HEX(oid, sizeof oid, "0609608648016503040203");
    CHECK(ksig_prehash_bytes(0) == 0);
    CHECK(ksig_prehash_bytes(13) == 0);
    CHECK(ksig_prehash_bytes(255) == 0);
}

int main(void) {
#if KSIG_ENABLE_PREHASH
    test_examples();
    test_long();
    test_all_lengths();
#endif
    test_no_copy_of_a_digest();
    test_squeeze();
    test_names();
    return check_end();
}
