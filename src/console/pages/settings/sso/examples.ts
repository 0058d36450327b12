/** Values of an example. `ssoKey` is null unless it was just made, and is then read from the environment. */
export type ExampleValues = { slug: string; address: string; ssoKey: string | null }

/** Name of the variable of the environment with the key. */
export const KEY_VARIABLE = 'ECHOLOG_SSO_KEY'

const javascript = ({ slug, address, ssoKey: key }: ExampleValues) => `// npm install jose
import { SignJWT } from 'jose'

const key = new TextEncoder().encode(${key === null ? `process.env.${KEY_VARIABLE}` : `'${key}'`})

export async function feedbackLink(user) {
  const token = await new SignJWT({
    email: user.email, // required, and verified by you
    name: user.name,
    avatar: user.pictureUrl,
    labels: [user.plan],
    add_as_customer: true,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('${slug}')
    .setJti(crypto.randomUUID()) // a link signs in once
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(key)
  return \`${address}/sso?token=\${token}\`
}`

const python = ({ slug, address, ssoKey: key }: ExampleValues) => `# pip install PyJWT
import os, time, uuid
import jwt

KEY = ${key === null ? `os.environ["${KEY_VARIABLE}"]` : `"${key}"`}

def feedback_link(user):
    now = int(time.time())
    token = jwt.encode({
        "email": user.email,  # required, and verified by you
        "name": user.name,
        "avatar": user.picture_url,
        "labels": [user.plan],
        "add_as_customer": True,
        "aud": "${slug}",
        "jti": str(uuid.uuid4()),  # a link signs in once
        "iat": now,
        "exp": now + 300,
    }, KEY, algorithm="HS256")
    return f"${address}/sso?token={token}"`

const ruby = ({ slug, address, ssoKey: key }: ExampleValues) => `# gem install jwt
require 'jwt'
require 'securerandom'

KEY = ${key === null ? `ENV.fetch('${KEY_VARIABLE}')` : `'${key}'`}

def feedback_link(user)
  now = Time.now.to_i
  token = JWT.encode({
    email: user.email, # required, and verified by you
    name: user.name,
    avatar: user.picture_url,
    labels: [user.plan],
    add_as_customer: true,
    aud: '${slug}',
    jti: SecureRandom.uuid, # a link signs in once
    iat: now,
    exp: now + 300
  }, KEY, 'HS256')
  "${address}/sso?token=#{token}"
end`

const php = ({ slug, address, ssoKey: key }: ExampleValues) => `<?php // composer require firebase/php-jwt
use Firebase\\JWT\\JWT;

$key = ${key === null ? `getenv('${KEY_VARIABLE}')` : `'${key}'`};

function feedback_link($user, string $key): string {
    $token = JWT::encode([
        'email' => $user->email, // required, and verified by you
        'name' => $user->name,
        'avatar' => $user->pictureUrl,
        'labels' => [$user->plan],
        'add_as_customer' => true,
        'aud' => '${slug}',
        'jti' => bin2hex(random_bytes(16)), // a link signs in once
        'iat' => time(),
        'exp' => time() + 300,
    ], $key, 'HS256');
    return "${address}/sso?token=$token";
}`

/** Programs that make the address which signs a person in, by their language. */
export const EXAMPLES = { javascript, python, ruby, php } as const

export type Language = keyof typeof EXAMPLES
