import { expect, test } from 'vitest'
import { preview, sanitize, toMarkdown, toText } from '../../src/lib/rich-text/html.ts'
import { looksLikeHtml } from '../../src/lib/rich-text/plain-text.ts'
import { cpuTime } from '../support/cpu-time.ts'

test.each([
  ['a', '<p>a</p>'],
  ['1 < 2 && a>b', '<p>1 &lt; 2 &amp;&amp; a&gt;b</p>'],
  ['AT&amp;T', '<p>AT&amp;amp;T</p>'],
  ['a\r\nb\n\n \nc', '<p>a<br />b</p>\n<p>c</p>'],
  [
    'List<String> is <T> <me@x.org> <https://x.org>',
    '<p>List&lt;String&gt; is &lt;T&gt; &lt;me@x.org&gt; &lt;https://x.org&gt;</p>',
  ],
  ['the <video> and <script> elements', '<p>the &lt;video&gt; and &lt;script&gt; elements</p>'],
  ['for (i=0; i<n; i++) { a <b }', '<p>for (i=0; i&lt;n; i++) { a &lt;b }</p>'],
  ['<3 <br', '<p>&lt;3 &lt;br</p>'],
  ['<!-- x -->', '<p>&lt;!-- x --&gt;</p>'],
  ['', ''],
  [' \n ', ''],
])('keeps every character of the plain text %j', (text, html) => {
  expect(sanitize(text)).toBe(html)
  expect(toText(html).replace(/\s+/g, '')).toBe(text.replace(/\s+/g, ''))
})

test.each([
  ['<p>Hi <b>b</b><br>x</p>', '<p>Hi <b>b</b><br />x</p>'],
  ['<h2>t</h2><ul><li>a</ul><hr>', '<h2>t</h2><ul><li>a</li></ul><hr />'],
  ['<p onclick="x()" style="color:red" class="c" id="i">a</p>', '<p>a</p>'],
  ['<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['<script>alert(1)</script>AT&amp;T', '<p>AT&amp;T</p>'],
  ['<style>p{}</style><p>a</p><iframe src="https://x"></iframe>', '<p>a</p>'],
  ['<svg/onload=alert(1)>', ''],
  ['<IMG SRC=https://x/a.png OnErRoR=alert(1) width=5>', '<img src="https://x/a.png" width="5" />'],
  ['<img src="data:image/png;base64,AA" alt="a">', '<img alt="a" />'],
  [
    '<a href="https://x.org" target="_blank" rel="opener">x</a>',
    '<a href="https://x.org" rel="noopener noreferrer nofollow" target="_blank">x</a>',
  ],
  [
    '<a href="mailto:a@b.c" target="_top">x</a>',
    '<a href="mailto:a@b.c" rel="noopener noreferrer nofollow">x</a>',
  ],
  ...[
    'javascript:alert(1)',
    'jav&#x09;ascript:alert(1)',
    ' \u0001javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.org',
  ].map((href) => [`<a href="${href}">x</a>`, '<a rel="noopener noreferrer nofollow">x</a>']),
  [
    '<p>10<sup>6</sup> H<sub>2</sub>O <del>a</del> <strike>b</strike> <ins>c</ins> <kbd>d</kbd> <mark>e</mark></p>',
    '<p>10<sup>6</sup> H<sub>2</sub>O <del>a</del> <s>b</s> <ins>c</ins> <kbd>d</kbd> <mark>e</mark></p>',
  ],
  [
    '<section>a</section><section>b</section><dl><dt>c</dt><dd>d</dd></dl>',
    '<div>a</div><div>b</div><div><div>c</div><div>d</div></div>',
  ],
  [
    '<ul><li><input type="checkbox" checked>a</li><li><input type=checkbox onclick=x()>b</li></ul>',
    '<ul><li><span>☑ </span>a</li><li><span>☐ </span>b</li></ul>',
  ],
  [
    '<p><samp>a</samp> <cite>b</cite> <q cite="javascript:x">c</q> <abbr title="d">e</abbr> <bdo dir="rtl" onclick="x">f</bdo><bdi>g</bdi></p>',
    '<p><code>a</code> <em>b</em> <q>c</q> <abbr title="d">e</abbr> <bdo dir="rtl">f</bdo><bdi>g</bdi></p>',
  ],
  ['<form action="https://x"><input name=a><button>b</button></form>', '<p>b</p>'],
  ['<p>List<String></p>', '<p>List&lt;String&gt;</p>'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', ''],
])('sanitizes the HTML %j to %j', (html, safe) => {
  expect(sanitize(html)).toBe(safe)
})

const withoutTags = (html: string) => html.replace(/<[^>]*>/g, '')
const PARTS =
  `<p>|</p>|<b>|</b>|<br>|<|>|&|&lt;|&amp;|a|word |<script>|</script>|<a href="http://x">|</a>|<a href=javascript:x>|"|'|<ul><li>|</li></ul>|
<img src=x onerror=y>|<T>|😀|e\u0301|日本|<!--|-->|<pre>|</pre>|<code>|</code>|<table><tr><td>|</table>|&nbsp;|=|/|<svg>|</svg>|<![CDATA[|<?x?>|<h1>|*|\`|#|1. |
<style>|</style>|<title>|<textarea>|</textarea>`.split('|')

test('5,000 random mixtures are safe, stable when sanitized again, and complete when they are plain text', () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below
  for (let round = 0; round < 5000; round += 1) {
    const input = Array.from({ length: 1 + random(9) }, () => PARTS[random(PARTS.length)]).join('')
    const html = sanitize(input)
    expect(html).not.toMatch(/<(?:script|svg|style|iframe|textarea)|<[^>]*\son\w+=|href="javascript/i)
    expect(withoutTags(sanitize(html))).toBe(withoutTags(html))
    const outsideCode = toMarkdown(html).replace(/```[^]*?```|`[^`]*`/g, '')
    expect(outsideCode).not.toMatch(/(?<!\\)<(?:script|svg|style)/)
    if (!looksLikeHtml(input)) expect(toText(html).replace(/\s/g, '')).toBe(input.replace(/\s/g, ''))
  }
})

const MEGABYTE = (part: string) => part.repeat(Math.ceil(1_000_000 / part.length))

test.each([
  '<'.repeat(1_000_000),
  '<div>'.repeat(5000),
  MEGABYTE('<i>'),
  MEGABYTE('<p><li>'),
  MEGABYTE('<a'),
  MEGABYTE('<b '),
  MEGABYTE('<i></b>'),
  MEGABYTE('<a b='),
  MEGABYTE('<!--'),
  MEGABYTE('<a title="'),
  `<p>${MEGABYTE('&')}`,
  `${MEGABYTE('<br>')}x`,
  `<pre>a${MEGABYTE(' ')}\u00a0b</pre>`,
  `${'<div>'.repeat(900)}${MEGABYTE('</b>')}`,
  `${'<blockquote>'.repeat(100)}${MEGABYTE('a<br>')}`,
  MEGABYTE('\u0301'),
  MEGABYTE('<span> </span>'),
  MEGABYTE('<b style='),
  MEGABYTE('<span style="font-weight:'),
  MEGABYTE(
    `<span style="font-weight:bold;font-style:italic;vertical-align:sub;text-decoration:underline line-through">a</span>`,
  ),
  MEGABYTE(`<b style="${';'.repeat(900)}${' '.repeat(900)}">a</b>`),
  MEGABYTE('<b style=""></b>'),
])('a hostile megabyte takes time in proportion to its length and throws no error (%#)', async (input) => {
  const time = await cpuTime(() => {
    const html = sanitize(input)
    preview(toText(html))
    toMarkdown(html)
    toMarkdown(sanitize(input.slice(0, 50_000)))
    toMarkdown(sanitize(`<pre>a <code> ${input.slice(0, 50_000)}</code></pre>`))
  })
  expect(time).toBeLessThan(5_000)
})

test.each([
  ['<p>a</p><p>b<br>c</p>', 'a\n\nb\nc'],
  ['<h1>Big</h1>x', 'Big\n\nx'],
  ['<ul><li>a</li><li>b</li></ul>', '- a\n- b'],
  ['<a href="https://x">link</a> <img src="y" alt="cat">', 'link cat'],
  ['&amp;lt; &#128512; &nbsp;x', '&lt; 😀 \u00a0x'],
  ['<p><q>a</q> <ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby></p>', '“a” 漢字(かんじ)'],
  ['<table><tr><th>A</th><td>B</td></tr><tr><td>C</td></tr></table>', 'A B\nC'],
  ['<pre>a\n  b</pre>', 'a\n  b'],
  ['<p>a\n b</p>', 'a b'],
  ['<p>สวัสดี\u200bครับ</p>', 'สวัสดี\u200bครับ'],
  [`<p>${'long '.repeat(100)}</p>`, 'long '.repeat(100).trim()],
])('returns the text of %j', (html, text) => expect(toText(html)).toBe(text))

test.each([
  ['<h1>T</h1><p>a <b>b</b> <i>c</i><br />d</p>', '# T\n\na **b** _c_  \nd'],
  ['<ul><li>x</li></ul><ol><li>1</li></ol><hr />', '-   x\n\n1.  1\n\n---'],
  [
    '<p>10<sup>6</sup> H<sub>2</sub>O <del>a</del> <s>b</s> <kbd>*</kbd></p>',
    '10<sup>6</sup> H<sub>2</sub>O ~~a~~ ~~b~~ <kbd>\\*</kbd>',
  ],
  ['<p><q>a</q> <ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby></p>', '“a” 漢字(かんじ)'],
  ['<pre><code class="language-ts">a ```\n&lt;b&gt;\n</code></pre>', '````ts\na ```\n<b>\n````'],
  ['<p><code>a`b</code> <code>`</code></p>', '``a`b`` `` ` ``'],
  ['<p>&lt;script&gt; &amp;lt; *x* [a](b)</p>', '\\<script> \\&lt; \\*x\\* \\[a\\](b)'],
  ['<p># a<br />1. b</p>', '\\# a  \n1\\. b'],
  ['<a href="https://x/(a) b" title="t">l</a>', '[l](<https://x/\\(a\\) b> "t")'],
  ['', ''],
])('returns the Markdown of %j', (html, markdown) => expect(toMarkdown(html)).toBe(markdown))

test.each([
  ['short', 10, 'short'],
  ['  a \n\t b  ', 10, 'a b'],
  ['hello wide world', 11, 'hello wide'],
  ['hello wide world', 10, 'hello wide'],
  ['hello wide world', 9, 'hello'],
  ['日本語日本語', 4, '日本語日'],
  ['😀😀😀', 2, '😀😀'],
  ['ae\u0301e\u0301', 4, 'ae\u0301'],
  ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 8, '👩‍👩‍👧‍👦'],
  [`a${'\u0301'.repeat(500)}`, 3, 'a\u0301\u0301'],
  ['', 5, ''],
])('shortens %j to %i characters', (text, limit, start) => expect(preview(text, limit)).toBe(start))
