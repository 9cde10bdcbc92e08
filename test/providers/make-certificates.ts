import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

export interface Certificate {
  cert: string;
  key: string;
}

export interface Certificates {
  ca: Certificate;
  server: Certificate;
  client: Certificate;
  /** As good as `client`, but by an authority that the server does not know. */
  stranger: Certificate;
}

/** A small authority with a server and a client certificate, good for a day: node:crypto reads but does not issue. */
export function makeCertificates(): Certificates {
  const [ca, otherCa] = [issue('Teste CA', null), issue('Outra CA', null)];
  return {
    ca: ca.certificate,
    server: issue('localhost', ca).certificate,
    client: issue('loja', ca).certificate,
    stranger: issue('loja', otherCa).certificate,
  };
}

/** 0.0.0.0 leads to this machine, and is not one of its own names: stands for a public address. */
const ADDRESSES = [Buffer.from([127, 0, 0, 1]), Buffer.from([0, 0, 0, 0])];

interface Issued {
  name: string;
  privateKey: KeyObject;
  certificate: Certificate;
}

/** X.509 v3 (RFC 5280) with a P-256 key. */
function issue(name: string, issuer: Issued | null): Issued {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extensions = issuer
    ? [extension('551d11', sequence(tlv(0x82, 'localhost'), ...ADDRESSES.map((each) => tlv(0x87, each))))]
    : [extension('551d13', sequence(tlv(0x01, Buffer.from([0xff]))))];
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    distinguishedName(issuer?.name ?? name),
    sequence(utcTime(-3_600_000), utcTime(24 * 3_600_000)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, issuer?.privateKey ?? privateKey);
  const der = sequence(body, ECDSA_WITH_SHA256, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    name,
    privateKey,
    certificate: {
      cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    },
  };
}

function tlv(tag: number, value: Buffer | string): Buffer {
  const content = Buffer.from(value as string);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, Buffer.concat(parts));
}

function objectId(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(objectId(id), tlv(0x04, value));
}

function distinguishedName(commonName: string): Buffer {
  return sequence(tlv(0x31, sequence(objectId('550403'), tlv(0x0c, commonName))));
}

function utcTime(offsetMs: number): Buffer {
  const digits = new Date(Date.now() + offsetMs).toISOString().replace(/\D/g, '');
  return tlv(0x17, `${digits.slice(2, 14)}Z`);
}

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
