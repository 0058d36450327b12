import { expect, test } from 'vitest'
import { encodingOf } from '../../../src/moving/sources/encoding.ts'
import { filesFrom } from '../read.ts'

/** Bytes of characters in Mac Roman. */
const MAC: Record<string, number> = {
  ...{ Ä: 0x80, É: 0x83, Ö: 0x85, Ü: 0x86, á: 0x87, à: 0x88, ä: 0x8a, ç: 0x8d, é: 0x8e, è: 0x8f, í: 0x92 },
  ...{ ñ: 0x96, ó: 0x97, ö: 0x9a, ü: 0x9f, ß: 0xa7, '–': 0xd0, '’': 0xd5 },
}
const macRoman = (text: string) =>
  Buffer.from([...text].map((character) => MAC[character] ?? character.charCodeAt(0)))
/** 「ダークモード」と「夜のテーマ」 in Shift_JIS. */
const JAPANESE = Buffer.from(
  '8175835f815b834e838282815b83688176 82c6 8175 96e982cc 8365815b837d 8176'.replaceAll(' ', ''),
  'hex',
)
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each<[name: string, bytes: Uint8Array, encoding: string]>([
  ['UTF-16 without a mark', Buffer.from('title\nGrün\n', 'utf16le'), 'utf-16le'],
  ['UTF-16 with the high byte first', utf16be('title,text\nGrün,日本語\n'), 'utf-16be'],
  ['Shift_JIS', Buffer.concat([Buffer.from('title\n'), JAPANESE, Buffer.from('\n')]), 'shift_jis'],
  ['German in Mac Roman', macRoman('title\nFür große Körbe – grüne Äpfel\n'), 'macintosh'],
  ['French in Mac Roman', macRoman('title\nL’été où déjà\nÉtat créé\n'.replace('où', 'ou')), 'macintosh'],
  ['Spanish in Mac Roman', macRoman('title\nEl año pasado, más opción, aquí\n'), 'macintosh'],
  ['German in windows-1252', Buffer.from('title\nFür große Körbe: GRÜN, Äpfel\n', 'latin1'), 'windows-1252'],
  [
    'marks of windows-1252',
    Buffer.from([...'don'].map((one) => one.charCodeAt(0)).concat(0x92, 0x74)),
    'windows-1252',
  ],
])('%s is recognized', async (_name, bytes, encoding) => {
  expect(await encodingOf(filesFrom({ 'a.csv': bytes }), 'a.csv')).toEqual({ encoding, doubt: null })
})

test('text in another encoding is doubtful, and a part of it shows that', async () => {
  const cyrillic = Buffer.from('7469746c650acff0e8e2e5f220ece8f00a', 'hex')
  expect(await encodingOf(filesFrom({ 'a.csv': cyrillic }), 'a.csv')).toEqual({
    encoding: 'windows-1252',
    doubt: 'title Ïðèâåò ìèð',
  })
})
