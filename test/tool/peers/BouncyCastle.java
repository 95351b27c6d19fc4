// SPDX-License-Identifier: Apache-2.0 OR MIT
// CMS by Bouncy Castle, for test/tool/test_peers.py: what another implementation says of our objects, and objects of
// its own. Usage: verify KEY CONTENT OBJECT..., or sign PRIVATE CONTENT CERTIFICATE ATTRIBUTES OUTPUT. Files are DER.
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Security;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cms.CMSProcessableByteArray;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.cms.CMSSignedDataGenerator;
import org.bouncycastle.cms.SignerInformation;
import org.bouncycastle.cms.jcajce.JcaSignerInfoGeneratorBuilder;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;

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

    public static void main(String[] arguments) throws Exception {
        Security.addProvider(new BouncyCastleProvider());
        if (arguments[0].equals("verify"))
            verify(arguments);
        else
            sign(arguments);
    }
}
