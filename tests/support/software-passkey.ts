import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Flags of authenticator data: the person touched the device, was recognised by it, and a new key follows. */
const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };

/** How a passkey behaves. */
interface Behaviour {
  readonly challenge: string;
  /** The site that the browser shows. */
  readonly origin: string;
  /** Whether the device recognises its owner. */
  readonly verified?: boolean;
  /** Uses that the device has counted. */
  readonly counter?: number;
}

/** A passkey in software, which answers as browsers do (https://www.w3.org/TR/webauthn-3/). */
export function createSoftwarePasskey() {
  const id = randomBytes(16);
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coseKey = Buffer.concat([
    // A map of five: EC2 key, ES256, P-256, x, y.
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const common = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' } as const;
  return {
    /** Result of `navigator.credentials.create()`. */
    create(behaviour: Behaviour) {
      const attested = [Buffer.alloc(16), uint(id.length, 2), id, coseKey];
      const authData = Buffer.concat([toAuthenticatorData(behaviour, FLAGS.attested), ...attested]);
      const attestationObject = Buffer.concat([
        // A map of three: fmt 'none', attStmt {}, authData.
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        uint(authData.length, 2),
        authData,
      ]);
      const response = {
        clientDataJSON: toClientData('webauthn.create', behaviour).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      };
      return { ...common, response, clientExtensionResults: {} };
    },
    /** Result of `navigator.credentials.get()`. */
    get(behaviour: Behaviour) {
      const authenticatorData = toAuthenticatorData(behaviour, 0);
      const clientData = toClientData('webauthn.get', behaviour);
      const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
      const response = {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
      return { ...common, response, clientExtensionResults: {} };
    },
  };
}

function toClientData(type: string, { challenge, origin }: Behaviour): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function toAuthenticatorData({ origin, verified = true, counter = 0 }: Behaviour, flags: number): Buffer {
  const all = FLAGS.present | (verified ? FLAGS.verified : 0) | flags;
  return Buffer.concat([sha256(new URL(origin).hostname), uint(all, 1), uint(counter, 4)]);
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}
