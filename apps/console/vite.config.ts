import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  // Relative: a proxy may serve the console below a path.
  base: './',
  plugins: [react()],
  build: {
    target: 'es2022',
    // Nothing is put into the page itself, where the policy would refuse it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
