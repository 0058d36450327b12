import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

const sizes = new Map<string, Promise<number>>()

/** Size of a script as it is sent, in bytes. */
function sizeOf(url: string): Promise<number> {
  const known = sizes.get(url)
  if (known) return known
  const size = fetch(url)
    .then((response) => response.arrayBuffer())
    .then((bytes) => gzipSync(Buffer.from(bytes)).length)
  sizes.set(url, size)
  return size
}

/** Collects the scripts that a page loads. Returns a function that returns their size in bytes and starts again. */
export function watchScripts(page: Page): () => Promise<number> {
  const urls = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') urls.add(request.url())
  })
  return async () => {
    const loaded = await Promise.all([...urls].map(sizeOf))
    urls.clear()
    return loaded.reduce((sum, size) => sum + size, 0)
  }
}
