import { useEffect } from 'react'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import { Refusal } from './refusal.tsx'

const t = messagesOf(texts)
const RELOADED = 'echolog.reloaded'
/** Milliseconds between two questions to a server that does not answer. */
const RETRY_MS = 3_000
/** Milliseconds after which a page that was loaded again has not failed. */
const LOADED_MS = 10_000

/**
 * Leaves the page as it is if a file of another one cannot be loaded, as for a link under the pointer. The other page
 * fails when it is opened: the server does not answer, or an update has replaced the file.
 */
export function watchPreloads(): void {
  window.addEventListener('vite:preloadError', (event) => event.preventDefault())
  window.addEventListener('load', () => setTimeout(() => sessionStorage.removeItem(RELOADED), LOADED_MS))
}

/** Page that failed. It is loaded again once the server answers. A second failure is another fault. */
export function PageFailed() {
  useEffect(() => {
    if (sessionStorage.getItem(RELOADED) !== null) return
    const ask = () => void reloadIfThere(location.href)
    ask()
    const timer = setInterval(ask, RETRY_MS)
    return () => clearInterval(timer)
  }, [])
  return <Refusal title={t('failedTitle')} text={t('failed')} />
}

async function reloadIfThere(address: string): Promise<void> {
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => null)
  if (!answer?.ok || location.href !== address) return
  sessionStorage.setItem(RELOADED, 'yes')
  location.reload()
}
