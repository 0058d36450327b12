import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { SourceFault } from '../../../src/moving/source-fault.ts'
import { memoryBytes, openBytes } from '../../../src/moving/sources/open-files.ts'

type Entry = { name: string; content: Buffer; mode?: number }

async function zipOf(entries: Entry[]): Promise<Buffer> {
  const zip = new ZipFile()
  for (const { name, content, mode } of entries)
    zip.addBuffer(content, name, mode === undefined ? {} : { mode })
  zip.end()
  return buffer(zip.outputStream)
}

const open = (bytes: Buffer, maxEntries?: number) =>
  openBytes('backup.zip', memoryBytes(bytes), { maxEntries })
/** Replaces a name of the archive by one of the same length, in both of its headers. */
const renamed = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')
const text = (content: string) => Buffer.from(content)

test('names are sorted with their numbers, and entries are read any number of times', async () => {
  const names = ['b/page-10.json', 'b/page-2.json', 'a.json']
  const files = await open(await zipOf(names.map((name) => ({ name, content: text(name) }))))
  expect(files.names).toEqual(['a.json', 'b/page-2.json', 'b/page-10.json'])
  for (const name of [...names, ...names])
    expect((await buffer(await files.open(name))).toString()).toBe(name)
  expect(files.sizeOf('a.json')).toBe(6)
})

test.each([
  ['../x', 'invalid relative path'],
  ['/etc', 'absolute path'],
  ['c:/x', 'absolute path'],
  ['a\\.x', 'invalid characters'],
  ['a\0.x', 'NUL'],
])('refuses the name %j', async (name, message) => {
  const bytes = renamed(await zipOf([{ name: 'abcd', content: text('x') }]), 'abcd', name)
  await expect(open(bytes)).rejects.toThrow(SourceFault)
  await expect(open(bytes)).rejects.toThrow(message)
})

test('refuses doubled names, links, encryption and too many entries', async () => {
  const two = await zipOf(['one1', 'two2'].map((name) => ({ name, content: text(name) })))
  await expect(open(renamed(two, 'two2', 'one1'))).rejects.toThrow('is in the archive twice')
  await expect(open(two, 1)).rejects.toThrow('has 2 entries. The maximum is 1.')
  const link = await zipOf([{ name: 'link', content: text('/etc/passwd'), mode: 0o120777 }])
  await expect(open(link)).rejects.toThrow('is a link')
  const encrypted = await zipOf([{ name: 'abcd', content: text('x') }])
  const central = encrypted.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'))
  encrypted.writeUInt16LE(encrypted.readUInt16LE(central + 8) | 1, central + 8)
  await expect(open(encrypted)).rejects.toThrow('is encrypted')
})

test('refuses a bomb by its header, and one whose header lies while it is inflated', async () => {
  const bomb = await zipOf([{ name: 'posts.json', content: Buffer.alloc(8 * 1024 ** 2) }])
  await expect(open(bomb)).rejects.toThrow('"posts.json" is compressed more than 100 times')
  const central = bomb.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'))
  bomb.writeUInt32LE(1_000, central + 24)
  const files = await open(bomb)
  await expect(files.open('posts.json').then(buffer)).rejects.toThrow('The archive cannot be read')
})

test('refuses an archive of many small bombs, and one of long names', async () => {
  const content = Buffer.alloc(1024 ** 2)
  const bombs = Array.from({ length: 300 }, (_, index) => ({ name: `${index}.json`, content }))
  await expect(open(await zipOf(bombs))).rejects.toThrow('The archive is compressed more than 100 times')
  const long = { name: `${'x'.repeat(1_001)}.json`, content: text('[]') }
  await expect(open(await zipOf([long]))).rejects.toThrow('more than 1000 characters')
})

test('refuses an entry whose content is not the one of its checksum', async () => {
  const bytes = await zipOf([{ name: 'posts.json', content: text('[1,2,3]') }])
  const central = bytes.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'))
  bytes.writeUInt32LE(7, central + 16)
  const files = await open(bytes)
  await expect(files.open('posts.json').then(buffer)).rejects.toThrow('The entry of the archive is damaged')
})

test('any damage is a fault of the source or an unchanged entry', async () => {
  const content = text('[{"id":1},{"id":2}]')
  const whole = await zipOf([{ name: 'posts.json', content }])
  const change = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(change, async ({ at, byte }) => {
      const bytes = Buffer.from(whole)
      bytes[at] = byte
      const read = async () => {
        const files = await open(bytes)
        return Promise.all(files.names.map(async (name) => (await buffer(await files.open(name))).toString()))
      }
      const result = await read().catch((error: unknown) => error)
      const isSame =
        Array.isArray(result) &&
        result.every((one) => [content.toString(), bytes.toString()].includes(String(one)))
      expect(isSame || result instanceof SourceFault).toBe(true)
    }),
    { seed: 20261122, numRuns: 300 },
  )
})
