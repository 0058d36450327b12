import { builder } from '../../../graphql/builder.ts'
import type { HeaderPair } from './headers-of-attempts.ts'

export const HeaderRef = builder.objectRef<HeaderPair>('Header')

HeaderRef.implement({
  description: 'A header of an HTTP request or response.',
  fields: (t) => ({
    name: t.string({ description: 'Name in lower case.', resolve: ([name]) => name }),
    value: t.string({ description: 'Value of the header.', resolve: ([, value]) => value }),
  }),
})
