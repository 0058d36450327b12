/** Minimum contrast of text (WCAG 2.2, success criterion 1.4.3). */
const MIN_CONTRAST = 4.5
const STEPS = 40

type Rgb = readonly [red: number, green: number, blue: number]

/** Returns black or white, whichever is easier to read on a color. One of them has a contrast of at least 4.5. */
export const inkOn = (color: string): string =>
  contrast(color, '#ffffff') >= MIN_CONTRAST ? '#ffffff' : '#000000'

/**
 * Returns the nearest shade of a color that is readable as text on a background. It is darkened on a light one and
 * lightened on a dark one.
 */
export function readableOn(color: string, background: string): string {
  const target: Rgb = luminance(rgbOf(background)) > 0.4 ? [0, 0, 0] : [255, 255, 255]
  const from = rgbOf(color)
  for (let step = 0; step <= STEPS; step++) {
    const mixed = hexOf(from.map((part, index) => part + ((target[index] ?? 0) - part) * (step / STEPS)))
    if (contrast(mixed, background) >= MIN_CONTRAST) return mixed
  }
  return hexOf(target)
}

/** Returns the contrast of two colors, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Relative luminance (WCAG 2.2), 0 to 1. */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function rgbOf(color: string): Rgb {
  const digits = color.slice(1)
  const full = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits
  const part = (at: number) => Number.parseInt(full.slice(at, at + 2), 16) || 0
  return [part(0), part(2), part(4)]
}

const hexOf = (rgb: readonly number[]) =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
