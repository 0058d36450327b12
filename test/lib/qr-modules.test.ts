import { expect, test } from 'vitest'
import { sha256 } from '../../src/lib/crypto/secret.ts'
import { qrModules } from '../../src/console/ui/qr-modules.ts'

const digestOf = (text: string) => {
  const rows = qrModules(text)?.map((row) => row.map(Number).join('')) ?? []
  return [rows.length, sha256(rows.join('\n')).toString('hex').slice(0, 16)]
}

test.each<[string, number, string]>([
  ['https://a.example/@b', 25, 'b0d7257d0d43321b'],
  ['https://feedback.example.com/@acme', 29, '1ca1e53e70ac48c4'],
  [
    'https://feedback.example.com/@a-long-name-of-an-organization-that-needs-four-blocks-of-words',
    41,
    '4b7eba3568a53b32',
  ],
])('the code of %s is that of another encoder at the same mask', (text, size, digest) => {
  expect(digestOf(text)).toEqual([size, digest])
})

test('a text of more than 106 bytes has no code', () => {
  expect(qrModules('a'.repeat(106))).toHaveLength(41)
  expect(qrModules('a'.repeat(107))).toBeNull()
  expect(qrModules('ä'.repeat(54))).toBeNull()
})
