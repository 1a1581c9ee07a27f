<#
Installs svc on Windows: downloads the release from $env:SVC_INSTALL_BASE, checks it, and installs it into -Dir, else
$env:SVC_INSTALL_DIR, else $env:SVC_HOME\bin, else .svc\bin in the home folder.

  irm "$env:SVC_INSTALL_BASE/install.ps1" | iex
  powershell -ExecutionPolicy Bypass -File install.ps1 [-Dir DIR] [-NoBrowser] [-AddPath]
#>
param(
  [string]$Dir,
  [switch]$NoBrowser,
  [switch]$AddPath
)

# One function, called in the last line: of a download that was cut short nothing runs, and no variable of the user's
# session is changed. Errors are thrown: `exit` in a script that is piped into iex would close the user's window.
function Install-Svc([string]$Dir, [bool]$Browser, [bool]$AddPath) {
  $ErrorActionPreference = 'Stop'
  # Drawing its bar makes Invoke-WebRequest of Windows PowerShell many times slower.
  $ProgressPreference = 'SilentlyContinue'
  # Windows PowerShell may offer nothing newer than TLS 1.0.
  $protocols = [Net.ServicePointManager]::SecurityProtocol
  [Net.ServicePointManager]::SecurityProtocol = $protocols -bor [Net.SecurityProtocolType]::Tls12

  function Save-Address([string]$Address, [string]$Path) {
    try {
      if ($Address -like 'file://*') {
        Copy-Item -LiteralPath ([Uri]$Address).LocalPath -Destination $Path
      } else {
        Invoke-WebRequest -UseBasicParsing -Uri $Address -OutFile $Path
      }
    } catch {
      throw "cannot download ${Address}: $($_.Exception.Message)"
    }
  }

  if (-not $env:SVC_INSTALL_BASE) {
    throw 'SVC_INSTALL_BASE is not set: set it to the address that this script came from'
  }
  if (-not [Environment]::Is64BitOperatingSystem) { throw 'there is no build for a 32-bit system' }
  $base = $env:SVC_INSTALL_BASE.TrimEnd('/')
  $name = 'svc-windows-x64.exe'
  if (-not $Dir) { $Dir = $env:SVC_INSTALL_DIR }
  if (-not $Dir -and $env:SVC_HOME) { $Dir = Join-Path $env:SVC_HOME 'bin' }
  if (-not $Dir) { $Dir = Join-Path $HOME '.svc\bin' }
  $Dir = $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Dir)
  $target = Join-Path $Dir 'svc.exe'

  $work = Join-Path ([IO.Path]::GetTempPath()) "svc-install-$([Guid]::NewGuid())"
  New-Item -ItemType Directory -Path $work | Out-Null
  try {
    $sums = Join-Path $work 'SHA256SUMS'
    $file = Join-Path $work $name
    Save-Address "$base/SHA256SUMS" $sums
    $expected = ''
    foreach ($line in Get-Content -LiteralPath $sums) {
      # The star is what sha256sum writes for binary files.
      if ($line -match '^([0-9a-fA-F]{64})\s+\*?(\S+)\s*$' -and $Matches[2] -eq $name) {
        $expected = $Matches[1]
        break
      }
    }
    if (-not $expected) { throw "$base/SHA256SUMS has no entry for ${name}: nothing was installed" }
    Write-Host "downloading $base/$name"
    Save-Address "$base/$name" $file
    $actual = (Get-FileHash -Algorithm SHA256 -LiteralPath $file).Hash
    if ($actual -ne $expected) {
      throw "the SHA-256 of $base/$name is $actual, not ${expected}: nothing was installed"
    }
    $version = & $file --version
    if ($LASTEXITCODE -ne 0) { throw 'svc does not start on this machine: nothing was installed' }

    New-Item -ItemType Directory -Force -Path $Dir | Out-Null
    $staged = Join-Path $Dir "svc-new-$PID.exe"
    Copy-Item -LiteralPath $file -Destination $staged
    # Windows refuses to replace a program that runs, but lets it be renamed. Those of earlier times are removed.
    if (Test-Path -LiteralPath $target) {
      Get-ChildItem -LiteralPath $Dir -Filter 'svc-old-*.exe' | Remove-Item -Force -ErrorAction SilentlyContinue
      Move-Item -LiteralPath $target -Destination (Join-Path $Dir "svc-old-$([Guid]::NewGuid()).exe")
    }
    Move-Item -LiteralPath $staged -Destination $target
  } finally {
    Remove-Item -LiteralPath $work -Recurse -Force -ErrorAction SilentlyContinue
  }
  Write-Host "installed $target"
  Write-Host $version

  if (($env:Path -split ';') -notcontains $Dir) {
    if ($AddPath) {
      # Through the registry, because [Environment] would write %NAMES% in the user's Path as what they stand for today.
      $key = [Microsoft.Win32.Registry]::CurrentUser.CreateSubKey('Environment')
      $held = [string]$key.GetValue('Path', '', [Microsoft.Win32.RegistryValueOptions]::DoNotExpandEnvironmentNames)
      if (($held -split ';') -notcontains $Dir) {
        $both = (@($Dir) + @($held -split ';' | Where-Object { $_ })) -join ';'
        $key.SetValue('Path', $both, [Microsoft.Win32.RegistryValueKind]::ExpandString)
        # Any change made this way tells the running programs that the environment is another.
        [Environment]::SetEnvironmentVariable('SVC_INSTALL_TOLD', $null, 'User')
      }
      $key.Close()
      $env:Path = "$Dir;$env:Path"
      Write-Host "added $Dir to your Path: open a new terminal"
    } else {
      Write-Host "$Dir is not in your Path. For this window:"
      Write-Host ''
      Write-Host "  `$env:Path = '$($Dir -replace "'", "''");' + `$env:Path"
      Write-Host ''
      Write-Host 'For all: run this script with -AddPath, or add the folder under "Edit environment variables for your account".'
    }
  }

  if ($Browser) {
    # svc says itself when a browser is there. Without one most of svc still works, so this is no failure.
    & $target install
    if ($LASTEXITCODE -ne 0) {
      Write-Warning "no browser was installed; when you need one, run: & '$target' install"
    }
  }
}

Install-Svc -Dir $Dir -Browser (-not $NoBrowser) -AddPath $AddPath
