/** Codewords of a block, for data and error correction, and blocks of versions 1 to 6 at level M (ISO/IEC 18004). */
const VERSIONS = [
  { data: 16, errors: 10, blocks: 1 },
  { data: 28, errors: 16, blocks: 1 },
  { data: 44, errors: 26, blocks: 1 },
  { data: 32, errors: 18, blocks: 2 },
  { data: 43, errors: 24, blocks: 2 },
  { data: 27, errors: 16, blocks: 4 },
] as const

/** Bytes of a block of data that are its mode, its length and its end. */
const HEAD = 2
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** Rows of modules, of which the dark ones are true. Undefined modules are those of the data. */
type Modules = (boolean | undefined)[][]

/** Returns the dark modules of the QR code of a text by rows. Null for a text of more than 106 bytes. */
export function qrModules(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)]
  const index = VERSIONS.findIndex(({ data, blocks }) => data * blocks - HEAD >= bytes.length)
  const version = VERSIONS[index]
  if (!version) return null
  const words = interleaved(padded(bytes, version.data * version.blocks), version)
  const made = MASKS.map((_, mask) => filled(framed(index + 1, mask), words, mask))
  return made.reduce((best, next) => (penalty(next) < penalty(best) ? next : best))
}

/** Returns the data codewords: mode "bytes", length, bytes, end and padding. */
function padded(bytes: readonly number[], length: number): number[] {
  const nibbles = [
    4,
    bytes.length >> 4,
    bytes.length & 15,
    ...bytes.flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ]
  const words = Array.from({ length: nibbles.length / 2 }, (_, at) => {
    const [high = 0, low = 0] = nibbles.slice(2 * at)
    return (high << 4) | low
  })
  for (let pad = 0xec; words.length < length; pad ^= 0xec ^ 0x11) words.push(pad)
  return words
}

/** Returns the codewords of the blocks in turn: first those of data, then those of error correction. */
function interleaved(
  words: readonly number[],
  { data, errors, blocks }: (typeof VERSIONS)[number],
): number[] {
  const parts = Array.from({ length: blocks }, (_, block) => words.slice(block * data, (block + 1) * data))
  const corrections = parts.map((part) => correctionOf(part, errors))
  const inTurn = (lists: readonly number[][], length: number) =>
    Array.from({ length }, (_, at) => lists.map((list) => list[at] ?? 0)).flat()
  return [...inTurn(parts, data), ...inTurn(corrections, errors)]
}

/** Returns the remainder of a Reed-Solomon division. */
function correctionOf(words: readonly number[], length: number): number[] {
  const divisor = divisorOf(length)
  return words.reduce<number[]>(
    (rest, word) => {
      const factor = word ^ (rest[0] ?? 0)
      return [...rest.slice(1), 0].map((one, at) => one ^ times(divisor[at] ?? 0, factor))
    },
    Array.from({ length }, () => 0),
  )
}

/** Returns the coefficients of the generator polynomial without the first. */
function divisorOf(degree: number): number[] {
  let root = 1
  let result = [...Array.from({ length: degree - 1 }, () => 0), 1]
  for (let step = 0; step < degree; step++) {
    result = result.map((one, at) => times(one, root) ^ (result[at + 1] ?? 0))
    root = times(root, 2)
  }
  return result
}

/** Returns the product in GF(256) with the polynomial 0x11d. */
function times(one: number, other: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d)
    product ^= ((other >> bit) & 1) * one
  }
  return product
}

/** Returns the modules without data: finders, timing, alignment and format. */
function framed(version: number, mask: number): Modules {
  const size = 17 + 4 * version
  const modules: Modules = Array.from({ length: size }, () => Array<undefined>(size).fill(undefined))
  const set = (x: number, y: number, isDark: boolean) => {
    const row = modules[y]
    if (row && x >= 0 && x < size) row[x] = isDark
  }
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const square = (x: number, y: number, radius: number, light: readonly number[]) => {
    for (let dy = -radius; dy <= radius; dy++)
      for (let dx = -radius; dx <= radius; dx++)
        set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
  }
  const far = size - 4
  for (const [x, y] of [
    [3, 3],
    [far, 3],
    [3, far],
  ] as const)
    square(x, y, 4, [2, 4])
  if (version > 1) square(size - 7, size - 7, 2, [1])
  setFormat(size, mask, set)
  return modules
}

/** Sets the two copies of the level and the mask. */
function setFormat(size: number, mask: number, set: (x: number, y: number, isDark: boolean) => void): void {
  let rest = mask
  for (let step = 0; step < 10; step++) rest = (rest << 1) ^ ((rest >> 9) * 0x537)
  const format = ((mask << 10) | rest) ^ 0x5412
  for (let bit = 0; bit < 15; bit++) {
    const isDark = ((format >> bit) & 1) === 1
    const near = bit < 6 ? bit : bit < 8 ? bit + 1 : bit === 8 ? 7 : 14 - bit
    if (bit < 8) set(8, near, isDark)
    else set(near, 8, isDark)
    if (bit < 8) set(size - 1 - bit, 8, isDark)
    else set(8, size - 15 + bit, isDark)
  }
  set(8, size - 8, true)
}

/** Returns all modules: those of the data run in columns of two, up and down from the right. */
function filled(modules: Modules, words: readonly number[], mask: number): boolean[][] {
  const size = modules.length
  const isMasked = MASKS[mask]
  let bit = 0
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2)
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
      for (const x of [right, right - 1]) {
        const row = modules[y]
        if (!row || row[x] !== undefined) continue
        const isDark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1
        row[x] = isDark !== isMasked?.(x, y)
        bit++
      }
    }
  return modules.map((row) => row.map((one) => one === true))
}

/** Returns how hard the modules are to read: runs and squares of one color. */
function penalty(modules: readonly boolean[][]): number {
  let sum = 0
  const at = (x: number, y: number) => modules[y]?.[x]
  for (let y = 0; y < modules.length; y++)
    for (let x = 0; x < modules.length; x++) {
      const same = (dx: number, dy: number) => at(x + dx, y + dy) === at(x, y)
      if ([1, 2, 3, 4].every((step) => same(step, 0))) sum++
      if ([1, 2, 3, 4].every((step) => same(0, step))) sum++
      if (same(1, 0) && same(0, 1) && same(1, 1)) sum += 3
    }
  return sum
}
