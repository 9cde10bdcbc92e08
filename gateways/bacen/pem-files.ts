import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Whether the file has one certificate or a chain of them, as readable PEM. */
export function holdsCertificates(path: string): boolean {
  return succeeds(() => {
    const blocks = readFileSync(path, 'utf8').match(CERTIFICATE);
    if (!blocks) throw new Error('no certificate');
    blocks.map((block) => new X509Certificate(block));
  });
}

/** Whether the file has a private key as PEM without a password. */
export function holdsPrivateKey(path: string): boolean {
  return succeeds(() => createPrivateKey(readFileSync(path, 'utf8')));
}

/** Checks that key and certificate belong together, as the connection to the bank will. */
export function keyFitsCertificate(keyPath: string, certificatePath: string): boolean {
  return succeeds(() =>
    createSecureContext({ key: readFileSync(keyPath), cert: readFileSync(certificatePath) }),
  );
}

function succeeds(attempt: () => void): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
