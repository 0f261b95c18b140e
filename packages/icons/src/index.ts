// Icons of sites: the hashes that search engines of hosts look them up by, a hash of what they show, and a picture that is safe to
// show. Whatever the bytes are, memory and time are bounded; read-icon.ts is the map.
export { iconType, ICON_TYPES, type IconType } from './icon-type.ts';
export { MAX_ICON_BYTES, readIcon, unreadIcon, type IconReading } from './read-icon.ts';
