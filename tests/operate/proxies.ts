import { restartNodes } from './failures.ts';
import { readSection } from './guide.ts';
import { SITE, runSteps, sh } from './site.ts';
import { assert, step, waitFor } from './steps.ts';

export async function checkCaddy(): Promise<void> {
  await step('Caddy instead of nginx', async () => {
    runSteps(readSection('installation.md', 'Caddy', { 'locations.example.org': 'localhost' }, 'shell'));
    // There is no public name for which Caddy could request a certificate.
    sh('install --owner caddy --mode 0600 /etc/ssl/recce/privkey.pem /etc/ssl/recce/caddy.pem');
    const certificate = 'tls /etc/ssl/recce/fullchain.pem /etc/ssl/recce/caddy.pem';
    sh(`sed --in-place 's|^localhost {$|&\\n\\t${certificate}|' /etc/caddy/Caddyfile; systemctl restart caddy`);
    await waitFor('Caddy', async () => (await fetch(SITE)).ok);
  });
  await step('restart of both nodes behind Caddy', restartNodes);
}

export async function checkCompose(): Promise<void> {
  await step('compose.yaml, by docker-compose config', () => {
    sh('apt-get install --yes --no-install-recommends docker-compose >/dev/null 2>&1', { online: true });
    const secrets =
      "sed 's/^\\(POSTGRES_PASSWORD\\|S3_.*\\)=$/\\1=secret/' deploy/compose.env.example > /root/compose.env";
    const config = 'docker-compose --env-file /root/compose.env config';
    const services = sh(`cd /opt/recce/current; ${secrets}; ${config} --quiet; ${config} --services | sort`).split(
      '\n',
    );
    const incomplete = sh('cd /opt/recce/current; docker-compose config --quiet 2>&1 || true');
    assert(incomplete.includes('is missing a value'), 'it starts without secrets');
    return services.join(', ');
  });
}
