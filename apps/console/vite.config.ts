import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  // Relative: a proxy may serve the console below a path.
  base: './',
  plugins: [react()],
  resolve: {
    // Preact has React's interface and a tenth of its size. Its effects run after the next paint: what must be there before is a layout effect.
    alias: {
      'react/jsx-runtime': 'preact/jsx-runtime',
      'react-dom/client': 'preact/compat/client',
      'react-dom': 'preact/compat',
      react: 'preact/compat',
    },
  },
  build: {
    target: 'es2022',
    // Nothing is put into the page itself, where the policy would refuse it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What the first page needs comes in two files, not in one for each set of pages that shares it: they are smaller together,
        // and a browser waits for six files of a server at a time.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /[\\/]node_modules[\\/]/ },
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});
