import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/before.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchPreloads } from './app/page-failed.tsx'
import { showFocus } from './app/shown-focus.ts'
import { applyTheme, storedTheme } from './app/theme.ts'
import { router } from './router.ts'

watchPreloads()
showFocus()
applyTheme(storedTheme())
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
