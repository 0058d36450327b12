/** Colors of the pages in the light and in the dark theme. */
export const LIGHT_PAGE = '#ffffff'
export const DARK_PAGE = '#191a20'
/** Minimum contrast of text, and of a sign beside it (WCAG 2.2, success criteria 1.4.3 and 1.4.11). */
export const TEXT_CONTRAST = 4.5
export const SIGN_CONTRAST = 3

/** Returns the contrast of two colors, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Returns black or white, whichever is easier to read on a color. */
export const inkOn = (color: string) => (contrast(color, '#ffffff') >= TEXT_CONTRAST ? '#ffffff' : '#000000')

/** Whether a text is a hex color such as `#4f46e5` or `#46e`. */
export const isColor = (text: string) => /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(text)

/** Returns a hex color with six digits, which is all that color inputs accept. */
export const sixDigits = (color: string) =>
  color.length === 4 ? `#${[...color.slice(1)].map((digit) => digit + digit).join('')}` : color

/** Returns a color mixed with another one: `share` of it, 0 to 1. */
export function mix(color: string, other: string, share: number): string {
  const part = (at: number) => {
    const [own = 0, mixed = 0] = [color, other].map((text) =>
      Number.parseInt(sixDigits(text).slice(at, at + 2), 16),
    )
    return Math.round(own + (mixed - own) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${[1, 3, 5].map(part).join('')}`
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = (Number.parseInt(sixDigits(color).slice(at, at + 2), 16) || 0) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
