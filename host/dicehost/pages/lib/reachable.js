// Addresses on the host's own machine lead nowhere from another one.

const OWN = /^(localhost|127\.[\d.]+|\[::1\])$/;

/**
 * An address, unless only the host's own machine can open it and this is another one.
 *
 * @param {string | null} address
 */
export function reachable(address) {
  const away = address && OWN.test(new URL(address).hostname) && !OWN.test(location.hostname);
  return away ? null : address;
}
