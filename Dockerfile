FROM node:24.11-bookworm-slim
WORKDIR /app
COPY . .
RUN npm ci --no-fund --no-audit && npm run build && npm prune --omit=dev && chown node /app
USER node
ENV NODE_ENV=production
EXPOSE 3000
CMD ["node", "server/src/main.ts"]
