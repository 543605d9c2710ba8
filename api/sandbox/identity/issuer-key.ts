import { createECDH, hkdfSync } from 'node:crypto';

/**
 * The issuer's signing key (P-256, as a JWK), derived from the installation's secret. Signatures from before a
 * restart, such as the hint that ends an earlier session, thus stay valid.
 */
export function issuerKey(secret: string) {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'sandbox issuer key', 32));
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(seed);
  // The bytes are 0x04, then the two coordinates.
  const point = pair.getPublicKey();
  return {
    kty: 'EC',
    crv: 'P-256',
    use: 'sig',
    alg: 'ES256',
    kid: 'sandbox',
    d: seed.toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
}
