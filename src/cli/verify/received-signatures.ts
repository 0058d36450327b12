import type { Variation } from './body-variations.ts'

const SEPARATED = 'several signatures must be separated by one space'
const SPACES = 'a "+" of the signature became a space: the header was decoded like a URL'

/** Decodes the v1 signatures of a header, including forms that Standard Webhooks does not allow. */
export function receivedSignatures(header: string): Variation<Buffer>[] {
  const readings = [
    ...read(header, / /, null),
    ...read(header, /(?<![,\s])[,\s]+(?=v\d+[a-z]*,)/, SEPARATED),
    ...read(header, / (?=v\d+[a-z]*,)/, SPACES),
  ]
  return readings.flatMap(({ fault, value }): Variation<Buffer>[] => {
    const base64 = Buffer.from(value, 'base64')
    return [
      ...(base64.toString('base64') === value ? [{ fault, value: base64 }] : []),
      ...(/^[0-9a-f]{64}$/i.test(value)
        ? [{ fault: 'the signature is hexadecimal instead of base64', value: Buffer.from(value, 'hex') }]
        : []),
      ...(/^[\w-]+$/.test(value) && /[-_]/.test(value)
        ? [{ fault: 'the signature is base64url instead of base64 with "+", "/" and "="', value: base64 }]
        : []),
      ...(/^[A-Za-z0-9+/]+$/.test(value) && value.length % 4 !== 0
        ? [{ fault: 'the "=" at the end of the signature is missing', value: base64 }]
        : []),
    ]
  })
}

function read(header: string, separator: RegExp, fault: string | null): Variation<string>[] {
  return header
    .split(separator)
    .filter((part) => part.startsWith('v1,'))
    .map((part) => part.slice('v1,'.length))
    .map((value) => ({ fault, value: fault === SPACES ? value.replaceAll(' ', '+') : value }))
}
