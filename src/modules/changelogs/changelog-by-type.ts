import { lookupType } from '../../graphql/schema/node/lookup.ts'

/** Key of a changelog entry. */
export const ChangelogBy = lookupType('Changelog', (t) => ({ slug: t.string({ description: 'URL slug.' }) }))
