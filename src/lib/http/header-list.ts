/** Headers as name and value, in the order of sending. */
export type HeaderList = readonly (readonly [name: string, value: string])[]
