import { expect, test } from 'vitest'
import { preview, toText } from '../../src/lib/rich-text/html.ts'
import { markdownToHtml } from '../../src/lib/rich-text/markdown.ts'
import { markedText } from '../../src/lib/rich-text/rich-text.ts'
import { cpuTime } from '../support/cpu-time.ts'

const UPLOAD = '/uploads/abcdefghijklmnopqrstuv.png'
const REL = 'rel="nofollow ugc noopener"'

test.each([
  ['**a** _b_ `<c>`', '<p><strong>a</strong> <em>b</em> <code>&lt;c&gt;</code></p>'],
  ['a\n- b\n- c', '<p>a</p>\n<ul>\n<li>b</li>\n<li>c</li>\n</ul>'],
  ['> a\n> b', '<blockquote>\n<p>a<br />\nb</p>\n</blockquote>'],
  ['```\n<p>a\n  b\n```', '<pre><code>&lt;p&gt;a\n  b\n</code></pre>'],
  ['https://x.org/a_b.', `<p><a href="https://x.org/a_b" ${REL}>https://x.org/a_b</a>.</p>`],
  ['[a](mailto:a@x.org)', `<p><a href="mailto:a@x.org" ${REL}>a</a></p>`],
  [`![a"](${UPLOAD})`, `<p><img src="${UPLOAD}" alt="a&quot;" /></p>`],
  ['![](https://x.org/a.png)', `<p><a href="https://x.org/a.png" ${REL}>https://x.org/a.png</a></p>`],
  ['[![a](https://y)](https://x)', `<p><a href="https://x" ${REL}>a</a></p>`],
  ['`a` <b>b</b>', null],
  ['`<p>a</p>`', '<p><code>&lt;p&gt;a&lt;/p&gt;</code></p>'],
])('shows the marks of %j, and keeps the text as written', (text, html) => {
  const marked = markedText('body', text)
  if (html === null) return expect(marked.html).toBe(text)
  expect(marked).toEqual({ html, text, preview: preview(toText(html)) })
})

test.each([
  'a  b\n\nc * d * e __ snake_case_name',
  '# no title\n---\n| a |\n    indented &amp; [a]: b',
  '[a](javascript:alert(1)) ![a](data:image/png;base64,AA) [a](vbscript:a) [a](//x.org) [a](/p/x) javascript:alert(1)',
  '[a](https://x.org/\u202egpj.exe) [a](https://x.org/%E2%80%AEgpj)',
  '**a',
  '[a](b c [',
  '1 < 2 && a>b www.x.org a@b.org',
])('changes nothing of %j', (text) => expect(markdownToHtml(text)).toBeNull())

test('an address ends before a character that changes the direction of text', () => {
  const html = markdownToHtml('https://x.org/a\u202egpj') ?? ''
  expect(html).not.toMatch(/href="[^"]*(\u202e|%E2%80%AE)/i)
})

test.each([
  '> '.repeat(100) + 'a',
  Array.from({ length: 100 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n'),
  '*a '.repeat(100) + ' a*'.repeat(100),
])('shows a text of a hundred levels as it was written (%#)', (text) => {
  const { html } = markedText('body', text)
  expect(html.replaceAll(/<br \/>|<\/?p>|\s/g, '')).toBe(text.replaceAll('>', '&gt;').replaceAll(/\s/g, ''))
})

const HOSTILE = [
  ...[
    '>',
    '> ',
    '- ',
    '1. ',
    '*',
    '*a ',
    '*a **b',
    'a* ',
    '_a_',
    '[',
    '[a](',
    '[a](<b',
    '![[',
    '`',
    '\\',
    '&',
  ],
  ...['https://', 'https://a.b ', 'https://x/a(((', '<a', '<https:', '```\n', '~~~\n', '\n', '- a\n  - b\n'],
  ...['[a](b "', '[a](b (c', '*_', 'x', '![', '> - ', 'a  \n', '\t- ', `![](${UPLOAD})`, '[![a](https://y)]'],
].map((part) => part.repeat(100_000 / part.length))
HOSTILE.push(
  '['.repeat(50_000) + ']('.repeat(25_000),
  Array.from({ length: 430 }, (_, length) => '`'.repeat(length)).join(' '),
  '*a '.repeat(16_000) + ' a*'.repeat(16_000),
  `https://a.b/${'?'.repeat(99_000)}`,
  `https://${'a.'.repeat(49_000)}`,
)

test('a hostile text of the largest size takes a short time', async () => {
  for (const text of HOSTILE)
    expect(await cpuTime(() => markdownToHtml(text)), text.slice(0, 12)).toBeLessThan(500)
})
