<#
Installs svc on Windows: downloads a release from $env:SVC_INSTALL_BASE, checks it, and installs it into -Dir, else
$env:SVC_INSTALL_DIR, else $env:SVC_HOME\bin, else .svc\bin in the home folder.

  irm "$env:SVC_INSTALL_BASE/install.ps1" | iex
  powershell -ExecutionPolicy Bypass -File install.ps1 [-Version V] [-Dir DIR] [-Offline DIR] [-AddPath] [-NoBrowser] [-Uninstall]

-Offline takes the release from a folder. -Uninstall removes svc and its entry in Path; settings and browsers stay.
$env:SVC_INSTALL_KEY is the minisign public key of your own releases; 'none' skips the check of the signature.
#>
param(
  [string]$Version,
  [string]$Dir,
  [string]$Offline,
  [switch]$AddPath,
  [switch]$NoBrowser,
  [switch]$Uninstall
)

# One function, called in the last line: a truncated download does nothing, and no variable of the user's session
# changes. Errors are thrown, because `exit` in a script that is piped into iex would close the user's window.
function Install-Svc([string]$Version, [string]$Dir, [string]$Offline, [bool]$AddPath, [bool]$Browser, [bool]$Uninstall) {
  $ErrorActionPreference = 'Stop'
  # The progress bar makes Invoke-WebRequest of Windows PowerShell many times slower.
  $ProgressPreference = 'SilentlyContinue'
  # Windows PowerShell may default to TLS 1.0.
  $protocols = [Net.ServicePointManager]::SecurityProtocol
  [Net.ServicePointManager]::SecurityProtocol = $protocols -bor [Net.SecurityProtocolType]::Tls12

  # The minisign public key of the releases, the same as in release.pub.
  $releaseKey = 'RWT+S9NIL5SkMwB9h1+cNJK4wa1ta6qIfuSxeYG2Equbv6ldUzjfjhR3'

  function Save-Address([string]$Address, [string]$Path) {
    try {
      if ($Address -like 'file://*') {
        Copy-Item -LiteralPath ([Uri]$Address).LocalPath -Destination $Path
      } elseif ($Address -like 'http*') {
        Invoke-WebRequest -UseBasicParsing -Uri $Address -OutFile $Path -TimeoutSec 600
      } else {
        Copy-Item -LiteralPath $Address -Destination $Path
      }
    } catch {
      throw "cannot download ${Address}: $($_.Exception.Message)"
    }
  }

  # Edits the user's Path in the registry, because [Environment] would expand the %NAMES% in it.
  function Edit-UserPath([scriptblock]$Change) {
    $key = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey('Environment')
    $current = [string]$key.GetValue('Path', '', [Microsoft.Win32.RegistryValueOptions]::DoNotExpandEnvironmentNames)
    $wanted = @(& $Change @($current -split ';' | Where-Object { $_ })) -join ';'
    if ($wanted -ne $current) {
      $key.SetValue('Path', $wanted, [Microsoft.Win32.RegistryValueKind]::ExpandString)
      # Any change made this way notifies running programs that the environment has changed.
      [Environment]::SetEnvironmentVariable('SVC_INSTALL_NOTIFY', $null, 'User')
    }
    $key.Close()
  }

  if (-not $Dir) { $Dir = $env:SVC_INSTALL_DIR }
  if (-not $Dir -and $env:SVC_HOME) { $Dir = Join-Path $env:SVC_HOME 'bin' }
  if (-not $Dir) { $Dir = Join-Path $HOME '.svc\bin' }
  $Dir = $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Dir)
  $installed = Join-Path $Dir 'svc.exe'

  if ($Uninstall) {
    if (-not (Test-Path -LiteralPath $installed)) { throw "there is no $installed" }
    & $installed close --all | Out-Null
    Remove-Item -LiteralPath $installed -Force
    Get-ChildItem -LiteralPath $Dir -Filter 'svc-old-*.exe' | Remove-Item -Force -ErrorAction SilentlyContinue
    Edit-UserPath { param($entries) $entries | Where-Object { $_ -ne $Dir } }
    Write-Host "removed $installed"
    return
  }

  if (-not [Environment]::Is64BitOperatingSystem) { throw 'there is no build for a 32-bit system' }
  # A PowerShell for x64 on ARM reports AMD64; PROCESSOR_ARCHITEW6432 is the machine's own architecture.
  $machine = if ($env:PROCESSOR_ARCHITEW6432) { $env:PROCESSOR_ARCHITEW6432 } else { $env:PROCESSOR_ARCHITECTURE }
  $target = if ($machine -eq 'ARM64') { 'windows-arm64' } else { 'windows-x64' }
  $base = if ($Offline) { (Resolve-Path -LiteralPath $Offline).ProviderPath } else { $env:SVC_INSTALL_BASE }
  if (-not $base) { throw 'SVC_INSTALL_BASE is not set: set it to the address that this script came from' }
  $base = $base.TrimEnd('/', '\')

  $work = Join-Path ([IO.Path]::GetTempPath()) "svc-install-$([Guid]::NewGuid())"
  New-Item -ItemType Directory -Path $work | Out-Null
  try {
    if (-not $Version) {
      Save-Address "$base/latest" (Join-Path $work 'latest')
      $Version = (Get-Content -LiteralPath (Join-Path $work 'latest') -Raw).Trim()
    }
    $Version = $Version -replace '^v', ''
    if ($Version -notmatch '^[0-9A-Za-z.+_-]+$') { throw "'$Version' is not a version: nothing was installed" }
    $release = "$base/v$Version"
    $name = "svc-$Version-$target"
    $sums = Join-Path $work 'SHA256SUMS'
    Save-Address "$release/SHA256SUMS" $sums

    $publicKey = if ($env:SVC_INSTALL_KEY) { $env:SVC_INSTALL_KEY } else { $releaseKey }
    if ($publicKey -ne 'none') {
      if (Get-Command minisign -ErrorAction SilentlyContinue) {
        Save-Address "$release/SHA256SUMS.minisig" "$sums.minisig"
        & minisign -V -q -m $sums -P $publicKey
        if ($LASTEXITCODE -ne 0) { throw "the signature of $release/SHA256SUMS is not valid: nothing was installed" }
      } else {
        Write-Host 'minisign is not installed: the checksum is checked, but the signature is not'
      }
    }

    $expected = ''
    foreach ($line in Get-Content -LiteralPath $sums) {
      # sha256sum writes a star before the names of binary files.
      if ($line -match '^([0-9a-fA-F]{64})\s+\*?(\S+)\s*$' -and $Matches[2] -eq "$name.zip") {
        $expected = $Matches[1]
        break
      }
    }
    if (-not $expected) { throw "$release/SHA256SUMS has no entry for $name.zip: nothing was installed" }
    $archive = Join-Path $work "$name.zip"
    Write-Host "$(if ($base -like 'http*') { 'downloading' } else { 'copying' }) $release/$name.zip"
    Save-Address "$release/$name.zip" $archive
    $actual = (Get-FileHash -Algorithm SHA256 -LiteralPath $archive).Hash
    if ($actual -ne $expected) {
      throw "the SHA-256 of $release/$name.zip is $actual, not ${expected}: nothing was installed"
    }
    Expand-Archive -LiteralPath $archive -DestinationPath $work
    $file = Join-Path (Join-Path $work $name) 'svc.exe'
    $printed = & $file --version
    if ($LASTEXITCODE -ne 0) { throw 'svc does not start on this machine: nothing was installed' }

    New-Item -ItemType Directory -Force -Path $Dir | Out-Null
    $staged = Join-Path $Dir "svc-new-$PID.exe"
    Copy-Item -LiteralPath $file -Destination $staged
    # Windows cannot replace a running program, but can rename it. Renamed programs of earlier installations are removed.
    $old = Join-Path $Dir "svc-old-$([Guid]::NewGuid()).exe"
    $had = Test-Path -LiteralPath $installed
    if ($had) {
      Get-ChildItem -LiteralPath $Dir -Filter 'svc-old-*.exe' | Remove-Item -Force -ErrorAction SilentlyContinue
      Move-Item -LiteralPath $installed -Destination $old
    }
    try {
      Move-Item -LiteralPath $staged -Destination $installed
    } catch {
      if ($had) { Move-Item -LiteralPath $old -Destination $installed }
      throw
    }
  } finally {
    Remove-Item -LiteralPath $work -Recurse -Force -ErrorAction SilentlyContinue
  }
  Write-Host "installed $installed"
  Write-Host $printed
  if (-not $Offline) {
    # Stores the address of the releases for `svc upgrade`.
    & $installed config set install_base $base | Out-Null
  }

  if (($env:Path -split ';') -notcontains $Dir) {
    if ($AddPath) {
      Edit-UserPath { param($entries) @($Dir) + @($entries | Where-Object { $_ -ne $Dir }) }
      $env:Path = "$Dir;$env:Path"
      Write-Host "added $Dir to your Path: open a new terminal"
    } else {
      Write-Host "$Dir is not in your Path. For this window, run:"
      Write-Host ''
      Write-Host "  `$env:Path = '$($Dir -replace "'", "''");' + `$env:Path"
      Write-Host ''
      Write-Host 'For all windows, run this script with -AddPath, or add the folder under "Edit environment variables for your account".'
    }
  }

  if ($Browser -and -not $Offline) {
    # svc reports an existing browser itself. A failure is only a warning, because much of svc works without a browser.
    & $installed install
    if ($LASTEXITCODE -ne 0) {
      Write-Warning "no browser was installed; to install one, run: & '$installed' install"
    }
  }
}

Install-Svc -Version $Version -Dir $Dir -Offline $Offline -AddPath $AddPath -Browser (-not $NoBrowser) -Uninstall $Uninstall
