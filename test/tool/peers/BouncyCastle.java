// SPDX-License-Identifier: Apache-2.0 OR MIT
// CMS and certificates by Bouncy Castle, for test/tool/test_peers.py and make_chains.py: what another implementation
// says of our objects, and objects of its own. Usage: verify KEY CONTENT OBJECT...; or sign PRIVATE CONTENT CERTIFICATE
// ATTRIBUTES OUTPUT; or chain FOLDER ALGORITHM..., which writes certificates 0, 1, ..., each signed by the key of the
// one before, 0 by its own. Files are DER.
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Security;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.jcajce.JcaSignerInfoGeneratorBuilder;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.bouncycastle.pqc.crypto.lms.LMOtsParameters;
import org.bouncycastle.pqc.crypto.lms.LMSigParameters;
import org.bouncycastle.pqc.jcajce.spec.LMSKeyGenParameterSpec;

public class BouncyCastle {
    static byte[] read(String name) throws Exception {
        return Files.readAllBytes(Path.of(name));
    }

    static void verify(String[] arguments) throws Exception {
        byte[] spki = read(arguments[1]), content = read(arguments[2]);
        String algorithm = SubjectPublicKeyInfo.getInstance(spki).getAlgorithm().getAlgorithm().getId();
        PublicKey key = KeyFactory.getInstance(algorithm, "BC").generatePublic(new X509EncodedKeySpec(spki));
        for (int number = 3; number < arguments.length; number++) {
            String verdict;
            try {
                CMSSignedData object = new CMSSignedData(new CMSProcessableByteArray(content), read(arguments[number]));
                SignerInformation signer = object.getSignerInfos().getSigners().iterator().next();
                verdict = signer.verify(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(key))
                    ? "accepted" : "rejected";
            } catch (Exception error) {
                verdict = "rejected";
            }
            System.out.println(verdict);
        }
    }

    static void sign(String[] arguments) throws Exception {
        byte[] encoded = read(arguments[1]);
        String algorithm = PrivateKeyInfo.getInstance(encoded).getPrivateKeyAlgorithm().getAlgorithm().getId();
        PrivateKey key = KeyFactory.getInstance(algorithm, "BC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
        JcaSignerInfoGeneratorBuilder builder = new JcaSignerInfoGeneratorBuilder(
            new JcaDigestCalculatorProviderBuilder().setProvider("BC").build());
        builder.setDirectSignature(arguments[4].equals("no"));
        CMSSignedDataGenerator generator = new CMSSignedDataGenerator();
        generator.addSignerInfoGenerator(builder.build(
            new JcaContentSignerBuilder(key.getAlgorithm()).setProvider("BC").build(key),
            new X509CertificateHolder(read(arguments[3]))));
        Files.write(Path.of(arguments[5]), generator.generate(new CMSProcessableByteArray(read(arguments[2])), false)
            .getEncoded());
    }

    static KeyPair pair(String algorithm) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm, "BC");
        if (algorithm.equals("EC"))
            generator.initialize(new ECGenParameterSpec("P-256"));
        else if (algorithm.equals("LMS"))
            generator.initialize(new LMSKeyGenParameterSpec(
                LMSigParameters.lms_sha256_n32_h5, LMOtsParameters.sha256_n32_w4));
        return generator.generateKeyPair();
    }

    static void chain(String[] arguments) throws Exception {
        KeyPair issuer = null;
        JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
        Date begin = Date.from(Instant.parse("2025-01-01T00:00:00Z")), end = Date.from(
            Instant.parse("2049-12-31T23:59:59Z"));
        for (int level = 0; level + 2 < arguments.length; level++) {
            String signer = arguments[Math.max(level, 1) + 1];
            KeyPair subject = pair(arguments[level + 2]);
            boolean last = level + 3 == arguments.length;
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                new X500Name("CN=level " + Math.max(level - 1, 0)), BigInteger.valueOf(1000 + level), begin, end,
                new X500Name("CN=level " + level), subject.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(!last));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(
                last ? KeyUsage.digitalSignature : KeyUsage.keyCertSign | KeyUsage.cRLSign));
            builder.addExtension(Extension.subjectKeyIdentifier, false,
                extensions.createSubjectKeyIdentifier(subject.getPublic()));
            builder.addExtension(Extension.authorityKeyIdentifier, false,
                extensions.createAuthorityKeyIdentifier((level == 0 ? subject : issuer).getPublic()));
            Files.write(Path.of(arguments[1], Integer.toString(level)), builder.build(
                new JcaContentSignerBuilder(signer.equals("EC") ? "SHA256withECDSA" : signer).setProvider("BC").build(
                    (level == 0 ? subject : issuer).getPrivate())).getEncoded());
            issuer = subject;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Security.addProvider(new BouncyCastleProvider());
        if (arguments[0].equals("verify"))
            verify(arguments);
        else if (arguments[0].equals("chain"))
            chain(arguments);
        else
            sign(arguments);
    }
}
