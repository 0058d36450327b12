import { expect, test } from 'vitest'
import { contrast, inkOn, readableOn } from '../../src/lib/text/color.ts'

const COLORS = [
  '#000000',
  '#ffffff',
  '#abc',
  '#4f46e5',
  '#ffff00',
  '#777777',
  '#00ff00',
  '#767676',
  '#e11d48',
]

test.each(COLORS)('text on %s and in it is readable', (color) => {
  expect(contrast(inkOn(color), color)).toBeGreaterThanOrEqual(4.5)
  for (const background of ['#ffffff', '#191a20'])
    expect(contrast(readableOn(color, background), background)).toBeGreaterThanOrEqual(4.5)
})

test('a color that is readable stays as it is', () => {
  expect(readableOn('#4f46e5', '#ffffff')).toBe('#4f46e5')
  expect(contrast('#000000', '#fff')).toBe(21)
})
