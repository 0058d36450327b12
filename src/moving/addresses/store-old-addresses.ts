export { storeOldAddresses, type OldAddress } from '../../modules/posts/old-addresses/store-old-addresses.ts'
