import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Machine, run } from './machine.ts';

/** The S3 interface of OpenStack Swift on one disk, without replication. */
export const SWIFT = { endpoint: 'http://127.0.0.1:6280', keyId: 'recce:site', secret: 'storage-secret' };

const SERVERS = { account: 6200, container: 6201, object: 6202 };
const PROXY = `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = 6280
workers = 0
user = swift
[pipeline:main]
pipeline = catch_errors healthcheck cache s3api tempauth bulk slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
allow_account_management = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:11211
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
auth_pipeline_check = false
[filter:tempauth]
use = egg:swift#tempauth
user_recce_site = ${SWIFT.secret} .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
`;

function createServerSettings(kind: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
devices = /srv/node
mount_check = false
fallocate_reserve = 0
user = swift
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;
}

/** Installs Swift from Debian's packages and starts it. */
export function startSwift(machine: Machine): void {
  const services = 'swift-proxy swift-account swift-container swift-object';
  run(machine, `apt-get install --yes --no-install-recommends memcached ${services} >/dev/null`, { online: true });
  const write = (name: string, content: string) => writeFileSync(path.join(machine.root, 'etc/swift', name), content);
  write(
    'swift.conf',
    '[swift-hash]\nswift_hash_path_suffix = recce\n[storage-policy:0]\nname = default\ndefault = yes\n',
  );
  write('proxy-server.conf', PROXY);
  for (const [kind, port] of Object.entries(SERVERS)) {
    write(`${kind}-server.conf`, createServerSettings(kind, port));
    const ring = `swift-ring-builder ${kind}.builder`;
    run(machine, `cd /etc/swift; ${ring} create 4 1 0; ${ring} add r1z1-127.0.0.1:${port}/d1 1; ${ring} rebalance`);
  }
  run(
    machine,
    'install --directory --owner swift --group swift /srv/node/d1 /var/cache/swift; systemctl stop "swift-*"',
  );
  run(machine, 'systemctl start memcached');
  controlSwift(machine, 'start');
}

/** Starts or stops the interface; the stored objects stay. */
export function controlSwift(machine: Machine, action: 'start' | 'stop'): void {
  for (const kind of [...Object.keys(SERVERS), 'proxy']) {
    const unit = `operate-swift-${kind}`;
    const command = `/usr/bin/swift-${kind}-server /etc/swift/${kind}-server.conf`;
    run(
      machine,
      action === 'stop'
        ? `systemctl stop ${unit}`
        : `systemd-run --quiet --collect --property=TimeoutStopSec=1 --unit=${unit} ${command}`,
    );
  }
  if (action === 'stop') return;
  run(machine, `curl --silent --fail --retry 60 --retry-delay 1 --retry-all-errors ${SWIFT.endpoint}/healthcheck`);
}
