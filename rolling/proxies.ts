import {
  type ReverseProxy,
  startHaproxy,
  startNginx,
} from '@marketplace/server/test/reverse-proxies';

/** How each load balancer is told of the instances; what is not said here is as by default. */
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
  default_backend marketplace
backend marketplace
  balance roundrobin
  option httpchk GET /readyz
${instances.map((instance) => `  server s${instance} 127.0.0.1:${instance} check`).join('\n')}`,
    ),
};

export type ProxyName = keyof typeof proxyStarters;
