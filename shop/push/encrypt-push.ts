import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** What a browser gives for one device, in base64url (RFC 8291, section 2). */
export interface DeviceKeys {
  /** A point of the curve P-256, uncompressed. */
  p256dh: string;
  /** 16 bytes. */
  auth: string;
}

/** One record holds every message of the shop; push services take 4096 bytes. */
const RECORD_SIZE = 4096;
const LAST_RECORD = Buffer.from([2]);

/**
 * Encrypts a message for one device: RFC 8291 over the content coding aes128gcm of RFC 8188. `fixed` is for the example
 * of the RFC alone.
 * @throws if the keys are none.
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: DeviceKeys,
  fixed?: { privateKey: Buffer; salt: Buffer },
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url');
  const own = createECDH('prime256v1');
  if (fixed) own.setPrivateKey(fixed.privateKey);
  else own.generateKeys();
  const ours = own.getPublicKey();
  const secret = own.computeSecret(theirs);
  const salt = fixed?.salt ?? randomBytes(16);

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const inner = derive(secret, Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(inner, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(inner, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.update(LAST_RECORD), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_SIZE);
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, sealed, cipher.getAuthTag()]);
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/** Whether a message can be encrypted with them. */
export function areDeviceKeys({ p256dh, auth }: DeviceKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  if (Buffer.from(p256dh, 'base64url').length !== 65) return false;
  try {
    encryptPush('', { p256dh, auth });
    return true;
  } catch {
    return false;
  }
}
