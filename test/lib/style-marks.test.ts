import { expect, test } from 'vitest'
import { sanitize } from '../../src/lib/rich-text/html.ts'

test.each([
  [
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:400;font-style:normal;text-decoration:none">Plain </span><span style="font-weight:700;font-style:italic">both</span></p></b>',
    '<p><span>Plain </span><strong><em>both</em></strong></p>',
  ],
  ["<p><span style='color:red; FONT-WEIGHT : Bold !important'>a</span></p>", '<p><strong>a</strong></p>'],
  [
    '<p><b>a</b><strong style="font-weight:400">b</strong><i style="font-style:normal">c</i><em style="color:red">d</em></p>',
    '<p><b>a</b>bc<em>d</em></p>',
  ],
  [
    '<p>10<span style="vertical-align:super;font-size:0.6em">6</span> <span style="text-decoration:line-through">x</span></p>',
    '<p>10<sup>6</sup> <s>x</s></p>',
  ],
  [
    '<p><span style="text-decoration:underline">a</span> <a href="https://x.example/"><span style="text-decoration:underline">b</span></a></p>',
    '<p><u>a</u> <a href="https://x.example/" rel="noopener noreferrer nofollow"><span>b</span></a></p>',
  ],
  [
    '<p><span style="font-weight:bold">a<span>b</span>c</span>d</p>',
    '<p><strong>a<span>b</span>c</strong>d</p>',
  ],
  ['<p><span style="x-font-weight:bold">a</span></b></p>', '<p><span>a</span></p>'],
])('converts the styles of %j to marks', (html, safe) => {
  expect(sanitize(html)).toBe(safe)
  expect(sanitize(safe)).toBe(safe)
})
