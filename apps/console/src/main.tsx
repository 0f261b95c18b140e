// The console: the parts that every page needs, around the page that the address names.
// First: the styles of pages come after them.
import './style/tokens.css';
import './style/elements.css';
import './style/parts.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { applyTheme } from './frame/theme.ts';
import { router } from './router.tsx';

applyTheme();
const root = document.getElementById('console');
if (root === null) throw new Error('the page has no element for the console');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
