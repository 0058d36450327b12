import { comparableName } from '../rules/names.ts'

const SECRET =
  /passw|passphrase|securitystamp|secret|token|apikey|privatekey|clientkey|otp(code|seed)?$|credential|ipaddress|useragent|browser/

/**
 * Whether a column or key holds a secret, a network address or a browser by its name. Its values are dropped while the
 * source is parsed.
 */
export const isSecretName = (name: string): boolean => SECRET.test(comparableName(name))
