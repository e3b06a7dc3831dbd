import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Creates a certificate authority and a certificate for localhost where the guide expects them. Returns the file of the authority. */
export function createCertificate(root: string): string {
  const folder = path.join(root, 'etc/ssl/recce');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'names'), 'subjectAltName=DNS:localhost\n');
  const openssl = (command: string) => execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'ignore' });
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes';
  openssl(`req -x509 ${key} -keyout ca.key -out ca.pem -days 2 -subj /CN=Operate`);
  openssl(`req ${key} -keyout privkey.pem -out request.pem -subj /CN=localhost`);
  openssl(
    'x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out fullchain.pem',
  );
  return path.join(folder, 'ca.pem');
}
