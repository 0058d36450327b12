import { readFileSync } from 'node:fs'

/** Reads a file of `data`. The caller names the type of its content. */
export function readData<Content>(name: string): Content {
  return JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), 'utf8')) as Content
}
