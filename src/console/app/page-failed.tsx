import { useEffect, useState } from 'react'
import texts from '../messages/en/shell.json'
import { messagesOf } from '../messages.ts'
import { Button } from '../ui/button.tsx'
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
  const [isReached, setReached] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isEnded = false
    const ask = async () => {
      const isThere = await answers()
      if (isEnded) return
      if (!isThere) timer = setTimeout(() => void ask(), RETRY_MS)
      else if (sessionStorage.getItem(RELOADED) === null) reload()
      else setReached(true)
    }
    void ask()
    return () => {
      isEnded = true
      clearTimeout(timer)
    }
  }, [])
  if (!isReached) return <Refusal title={t('unreachableTitle')} text={t('pageWaits')} />
  return (
    <Refusal title={t('failedTitle')} text={t('failed')}>
      <Button look="main" onClick={reload}>
        {t('loadAgain')}
      </Button>
    </Refusal>
  )
}

const answers = () =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

function reload(): void {
  sessionStorage.setItem(RELOADED, 'yes')
  location.reload()
}
