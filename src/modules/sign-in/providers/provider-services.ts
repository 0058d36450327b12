import type { Keys } from '../../../auth/keys.ts'
import type { OpenId } from '../../../auth/openid/openid.ts'
import type { Db } from '../../../db/database.ts'

/** Services with which people sign in with a provider. */
export type ProviderServices = { db: Db; keys: Pick<Keys, 'encryption'>; openId: OpenId }
