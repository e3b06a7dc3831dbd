import { restartNodes } from './failures.ts';
import { SITE, sh } from './site.ts';
import { assert, step, waitFor } from './steps.ts';

export async function checkCaddy(): Promise<void> {
  await step('Caddy instead of nginx', async () => {
    sh('apt-get install --yes --no-install-recommends caddy >/dev/null', { online: true });
    sh('systemctl disable --now nginx');
    sh(
      "sed 's|^http://locations.example.org|http://localhost|; s|^locations.example.org {|localhost {\\n\\ttls /etc/ssl/recce/fullchain.pem /etc/ssl/recce/caddy.pem|' /opt/recce/current/deploy/caddy/Caddyfile > /etc/caddy/Caddyfile",
    );
    sh(
      'install --owner caddy --mode 0600 /etc/ssl/recce/privkey.pem /etc/ssl/recce/caddy.pem; systemctl restart caddy',
    );
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
