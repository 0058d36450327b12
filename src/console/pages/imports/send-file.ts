import texts from '../../messages/en/imports.json'
import { messagesOf } from '../../messages.ts'

const t = messagesOf(texts)

type Sending = {
  /** Share that is sent, from 0 to 1. */
  onProgress: (share: number) => void
  /** Stops the upload. */
  signal: AbortSignal
}

/** The id of a stored file, or the reason for which it was not stored. */
type Sent = { id: string } | { problem: string }

/** Stores a file for an import. `fetch` has no progress of what is sent. */
export function sendFile(organization: string, file: File, { onProgress, signal }: Sending): Promise<Sent> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/imports?${new URLSearchParams({ name: file.name }).toString()}`)
    request.setRequestHeader('X-Organization', organization)
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    )
    request.addEventListener('load', () => {
      const answer = request.response as { file?: string; message?: string } | null
      const id = answer?.file
      resolve(id === undefined ? { problem: answer?.message ?? t('sent.broken') } : { id })
    })
    request.addEventListener('error', () => resolve({ problem: t('sent.broken') }))
    request.addEventListener('abort', () => resolve({ problem: t('sent.stopped') }))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}
