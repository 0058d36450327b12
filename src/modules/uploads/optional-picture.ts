import { isUploadPath } from '../../lib/images/upload-paths.ts'
import { optionalUrl } from '../../lib/text/fields.ts'

/** Returns the URL of a picture, or the path of an uploaded one. @throws AppError as `optionalUrl` */
export const optionalPicture = (field: string, value: string | null | undefined): string | null =>
  value && isUploadPath(value) ? value : optionalUrl(field, value)
