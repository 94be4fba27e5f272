import {
  type ReverseProxy,
  startHaproxy,
  startNginx,
} from '@marketplace/server/test/reverse-proxies';

/** Starts each load balancer with its default settings, except for the ones below. */
export const proxyStarters = {
  nginx: (instances: number[]): Promise<ReverseProxy | null> =>
    startNginx(
      (port) => `
        map $http_upgrade $connection_upgrade {
          default upgrade;
          '' close;
        }
        upstream marketplace {
          ${instances.map((instance) => `server 127.0.0.1:${instance};`).join('\n')}
        }
        server {
          listen 127.0.0.1:${port};
          location / {
            proxy_pass http://marketplace;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          }
          location /trpc {
            proxy_pass http://marketplace;
            proxy_http_version 1.1;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          }
        }`,
    ),
  HAProxy: (instances: number[]): Promise<ReverseProxy | null> =>
    startHaproxy(
      (port) => `
frontend site
  bind 127.0.0.1:${port}
  option forwardfor
  stats enable
  stats uri /haproxy
  default_backend marketplace
backend marketplace
  balance roundrobin
  option httpchk GET /readyz
${instances.map((instance) => `  server s${instance} 127.0.0.1:${instance} check`).join('\n')}`,
    ),
};

/** Returns the instance that HAProxy does not use yet, or null. nginx does not report this. */
export async function missingInstance(name: ProxyName, url: string): Promise<string | null> {
  if (name === 'nginx') return null;
  const table = await (await fetch(`${url}/haproxy;csv`)).text();
  const servers = table.split('\n').filter((line) => line.startsWith('marketplace,s'));
  // Column 18 is the status.
  const missing = servers.find((line) => line.split(',')[17] !== 'UP');
  if (servers.length === 0) return 'HAProxy has no servers';
  return missing ? `HAProxy does not use ${missing.split(',')[1]} yet` : null;
}

export type ProxyName = keyof typeof proxyStarters;
