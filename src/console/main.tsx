import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyTheme, storedTheme } from './app/theme.ts'
import { router } from './router.ts'

const RELOADED = 'echolog.reloaded'

// A tab that is older than the last update asks for a file that is gone. A second failure is another fault.
window.addEventListener('vite:preloadError', (event) => {
  if (sessionStorage.getItem(RELOADED) !== null) return
  sessionStorage.setItem(RELOADED, 'yes')
  event.preventDefault()
  location.reload()
})
window.addEventListener('load', () => setTimeout(() => sessionStorage.removeItem(RELOADED), 10_000))

applyTheme(storedTheme())
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
