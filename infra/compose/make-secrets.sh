#!/bin/sh
# Creates random secrets for docker-compose.cluster.yml: sh infra/compose/make-secrets.sh [folder]
# Records the folder (default: ./secrets) in .env, and that docker compose takes that file here. Existing secrets stay as they
# are.
set -eu
cd "$(dirname "$0")/../.."
folder=${1:-./secrets}
case $folder in
  /* | ./*) ;;
  *) folder=./$folder ;;
esac

if [ -e .env ] && grep -q '^SECRETS_DIR=' .env && ! grep -qxF "SECRETS_DIR=$folder" .env; then
  echo ".env names another folder: $(grep '^SECRETS_DIR=' .env)" >&2
  exit 1
fi

random() {
  od -An -N24 -tx1 /dev/urandom | tr -d ' \n'
}

# The folder protects the files from other users. Containers mount single files, run as different users, and must be
# able to read them.
umask 077
mkdir -p "$folder"
chmod 700 "$folder"

write() {
  [ -e "$folder/$1" ] && return
  cat > "$folder/$1.new"
  chmod 444 "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
}

random | write elasticsearch_superuser_password
random | write elasticsearch_password
random | write elasticsearch_exporter_password
random | write grafana_password
printf 'sg_%s' "$(random)" | write admin_key

# Redis has the passwords, and its clients one each, so all are created or none.
if [ ! -e "$folder/redis_url" ] || [ ! -e "$folder/redis_acl" ] || [ ! -e "$folder/redis_exporter_passwords" ]; then
  rm -f "$folder/redis_url" "$folder/redis_acl" "$folder/redis_exporter_passwords"
  password=$(random)
  exporter_password=$(random)
  # Without a password only PING is allowed.
  write redis_acl << ACL
user default reset on nopass -@all +ping
$(cat infra/redis/user.acl) >$password
$(cat infra/redis/exporter.acl) >$exporter_password
ACL
  printf '{"redis://sitegrep-exporter@redis:6379":"%s"}' "$exporter_password" | write redis_exporter_passwords
  printf 'redis://sitegrep:%s@redis:6379' "$password" | write redis_url
fi

if ! grep -qs '^SECRETS_DIR=' .env; then
  printf 'SECRETS_DIR=%s\n' "$folder" >> .env
fi
if ! grep -qs '^COMPOSE_FILE=' .env; then
  echo 'COMPOSE_FILE=docker-compose.cluster.yml' >> .env
fi
echo "The secrets are in $folder; its admin_key is the first key of the API." >&2
