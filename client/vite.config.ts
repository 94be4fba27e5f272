import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressPlugin } from './compress-plugin.ts';

const vendor = /node_modules\/(react|react-dom|scheduler|react-router|cookie|@tanstack)\//;

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  plugins: [react(), compressPlugin()],
  // One copy of each, also where a library brings its own: a second React or tRPC breaks context.
  resolve: { dedupe: ['react', 'react-dom', '@trpc/client', '@trpc/server'] },
  // The server loads one file instead of thousands of icon modules.
  ssr: { noExternal: isSsrBuild ? true : ['@mantine/core', '@mantine/hooks'] },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    // One style sheet: its order is the order of src/app/styles.ts, whatever chunk loads first.
    cssCodeSplit: false,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: isSsrBuild
        ? {}
        : {
            // What every page needs, in one file that changes only with its libraries.
            codeSplitting: { groups: [{ name: 'vendor', test: vendor }] },
          },
    },
  },
}));
