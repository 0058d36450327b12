import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/**
 * Returns the API key: from a file, from standard input, or typed by a person at a terminal, where it is not shown.
 * @throws Error without one
 */
export async function readKey({ keyFile, key }: { keyFile?: string; key?: string }): Promise<string> {
  if (key !== undefined && key !== '-')
    throw new Error('--key accepts only -, because other users can see arguments. Use --key-file or --key -')
  const given = await givenKey(keyFile, key)
  if (given.trim() === '') throw new Error('The API key is empty')
  return given.trim()
}

function givenKey(keyFile: string | undefined, key: string | undefined): Promise<string> {
  if (keyFile !== undefined) return readFile(keyFile, 'utf8')
  if (key === '-') return text(process.stdin)
  if (!process.stdin.isTTY) throw new Error('Name the API key by --key-file or --key -')
  return typedKey()
}

async function typedKey(): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write('API key: ')
  const terminal = createInterface({ input: process.stdin, output: hidden, terminal: true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
