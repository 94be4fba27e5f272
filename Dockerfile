FROM node:24.11-bookworm-slim
WORKDIR /app
COPY . .
RUN npm ci --omit=dev --no-fund --no-audit && npm run build && chown node /app
USER node
ENV NODE_ENV=production
EXPOSE 3000
CMD ["node", "server/src/main.ts"]
