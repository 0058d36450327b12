export { erasedPeople } from '../../modules/customers/erasure/erased-people.ts'
export {
  readErasureHashes,
  type ErasureHashes,
  type ExternalReference,
} from '../../modules/customers/erasure/erasure-hashes.ts'
